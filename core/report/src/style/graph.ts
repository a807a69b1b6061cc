/** Steps that a picture can show by themselves; the style sheet has a rule for each. */
export const LIT_STEPS = 60;

const each = (write: (step: number) => string): string =>
  Array.from({ length: LIT_STEPS }, (_, at) => write(at + 1)).join(',');

/** Pictures of graphs, and walks through them. Shapes, dashes and words tell what colours tell. */
export const GRAPH = `
.walk{display:grid;gap:1rem 1.5rem;grid-template-columns:minmax(0,1fr)}
.walk fieldset{border:0;margin:0;padding:0;min-width:0}
.walk .whole{display:inline-flex;align-items:center;gap:.5rem;margin-bottom:.75rem;font-size:.9rem;color:var(--muted);cursor:pointer}
.stops{list-style:none}
.stops>li{position:relative;padding:0 0 .9rem 2.8rem}
.stops>li::before{content:"";position:absolute;left:calc(.875rem - .5px);top:.75rem;bottom:-.75rem;border-left:1px solid var(--line)}
.stops>li:last-child{padding-bottom:0}
.stops>li:last-child::before{display:none}
.stops label{cursor:pointer}
.stops label,.stops .plain{display:block}
.stops input{position:absolute;left:.4rem;top:.35rem;opacity:0;width:1rem;height:1rem;margin:0}
.stops .turn{position:absolute;z-index:1;left:0;top:0;min-width:1.75rem;height:1.75rem;padding:0 .25rem;border:1px solid var(--line);border-radius:1rem;background:var(--soft);font-weight:700;font-size:.85rem;display:grid;place-items:center}
.stops label:hover .turn{border-color:var(--link)}
.stops input:checked+.turn{background:var(--ink);border-color:var(--ink);color:var(--card)}
.stops input:focus-visible+.turn,.whole input:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.stops .note{color:var(--muted);font-size:.9rem}
.stops .note strong{color:var(--ink)}
.graph{margin:0;min-width:0}
.graph .plot{max-width:100%;max-height:90vh;overflow:auto;background:var(--soft)}
.graph svg.picture{display:block;margin:0 auto;font:12px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
.graph figcaption{margin-top:.5rem;font-size:.875rem;color:var(--muted)}
.graph .legend{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;margin-top:.5rem;font-size:.875rem;color:var(--muted)}
.graph .legend svg{width:2.2rem;height:.9rem;vertical-align:-.1em}
.g-node .box{fill:var(--card);stroke:var(--muted);stroke-width:1.2}
.g-node .more{fill:none;stroke:var(--muted);stroke-width:1.2}
.g-node text,.g-edge text{text-anchor:middle;fill:var(--ink);unicode-bidi:isolate}
.g-node .name{font-weight:700}
.g-node .kind{fill:var(--muted);font-size:11px}
.g-node.off .box{stroke-dasharray:2 3}
.g-edge .way,.legend .way{fill:none;stroke:var(--muted);stroke-width:1.3}
.g-edge .tip{fill:var(--muted)}
.error>.way{stroke-dasharray:7 4}
.may>.way{stroke-dasharray:2 4}
.g-edge text{font-size:11px;fill:var(--muted)}
.g-edge .behind{fill:var(--soft)}
.graph{--path:var(--refuse);--path-soft:var(--refuse-soft)}
.graph.open{--path:var(--confirm);--path-soft:var(--confirm-soft)}
.run>.way{stroke:var(--path);stroke-width:2.4}
.lit{--hue:var(--path);--wide:2.4}
.walk:has(.at:checked) .lit{--hue:var(--muted);--wide:1.2}
${each((step) => `.walk:has(.at-${step}:checked) .on-${step}`)}{--hue:var(--path);--wide:4}
.lit>.box,.lit>.way{stroke:var(--hue);stroke-width:var(--wide)}
.lit>.tip{fill:var(--hue)}
.g-edge.lit text{fill:var(--hue);font-weight:600}
.lit.last>.box{fill:var(--path-soft)}
.g-badge rect{fill:var(--path)}
.g-badge text{fill:var(--card);font-size:11px;font-weight:700;text-anchor:middle}
.g-edge text.cut,.g-edge.lit text.cut{fill:var(--allow);font-weight:700}
.g-edge .slot,.legend .slot{fill:var(--allow-soft);stroke:var(--allow);stroke-width:1.2}
@media (max-width:600px){
.graph svg.picture{zoom:.75}
}
@media (min-width:1100px){
.walk.paired{grid-template-columns:minmax(0,1.1fr) minmax(0,1fr);align-items:start}
.walk.paired .graph{position:sticky;top:1rem}
}
@media (forced-colors:active){
.stops input:checked+.turn{outline:3px solid}
.g-badge text{forced-color-adjust:none}
}
@media print{
.graph .plot{max-height:none;overflow:visible}
.graph svg.picture{max-width:100%;height:auto}
.whole{display:none!important}
.g-badge,.lit.last,.g-edge .slot{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`;
