/** The page of a report: a bar, a head, a list of what is in it, and cards beside it. */
export const LAYOUT = `
.beside{display:grid;grid-template-columns:minmax(0,22rem) minmax(0,1fr);gap:1.25rem;align-items:start;margin-top:1.25rem}
.contents{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow-y:auto}
.contents h2{padding:.8rem 1.1rem;font-size:1rem;border-bottom:1px solid var(--line)}
.contents h2 small{font-weight:400;color:var(--muted);margin-left:.35rem}
.contents ol{list-style:none}
.contents li+li{border-top:1px solid var(--line)}
.contents li a{display:block;padding:.7rem 1.1rem;color:var(--ink);text-decoration:none}
.contents li a:hover strong{text-decoration:underline}
.contents li .row{margin-top:.3rem;font-size:.875rem;color:var(--muted)}
.alone{margin-top:1.25rem}
.main>*+*{margin-top:1.25rem}
.head .row{margin-top:.6rem}
.head p{margin-top:.6rem;max-width:48rem}
.pill{display:inline-flex;align-items:center;gap:.45rem;padding:.35rem .8rem;border-radius:99px;background:var(--card);border:1px solid var(--line)}
.verdict-bad{background:var(--refuse-soft);color:var(--refuse);border-radius:8px;padding:.5rem .9rem;font-weight:600}
.verdict-good{background:var(--allow-soft);color:var(--allow);border-radius:8px;padding:.5rem .9rem;font-weight:600}
.verdict-open{background:var(--confirm-soft);color:var(--confirm);border-radius:8px;padding:.5rem .9rem;font-weight:600}
.finding{scroll-margin-top:1rem}
.finding h3{margin-top:.35rem}
.finding .lead{margin-top:.5rem;max-width:48rem}
.finding:target{border-color:var(--link);box-shadow:0 0 0 2px var(--link)}
.fold>summary{padding:1.1rem 1.25rem}
.fold>summary h2{display:inline}
.fold>summary p{margin:.25rem 0 0 1.1rem;font-weight:400}
.aside{margin-top:.5rem;font-size:.9rem;color:var(--muted);max-width:48rem}
.aside summary{font-weight:400;width:max-content}
.aside p{margin-top:.25rem}
.bullets{padding-left:1.2rem}
.bullets li+li{margin-top:.25rem}
.good-words{color:var(--allow);font-weight:600}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.35rem 1.25rem}
.facts dt{color:var(--muted)}
@media (max-width:900px){
.beside{grid-template-columns:minmax(0,1fr)}
.contents{position:static;max-height:none}
}
@media (max-width:600px){
.facts{grid-template-columns:minmax(0,1fr);gap:0}
.facts dd+dt{margin-top:.5rem}
}
@media print{
.beside{display:block}
.contents{position:static;max-height:none;overflow:visible;margin-bottom:1rem}
.finding{border:0;border-top:2px solid #999;border-radius:0}
}
`;
