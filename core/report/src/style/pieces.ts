/** The pieces, in the order of their files. */
export const PIECES = `
.icon{width:1.05em;height:1.05em;flex:none;vertical-align:-.15em;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.answer{display:inline-flex;align-items:center;gap:.35em;padding:.1em .65em;border-radius:99px;font-weight:700;font-size:.9rem;white-space:nowrap}
.answer.allow{color:var(--allow);background:var(--allow-soft)}
.answer.confirm{color:var(--confirm);background:var(--confirm-soft)}
.answer.refuse{color:var(--refuse);background:var(--refuse-soft)}
.severity{display:inline-flex;align-items:center;gap:.35em;font-weight:700;font-size:.9rem;white-space:nowrap}
.severity svg{width:1em;height:1em;fill:currentColor}
.severity .off{opacity:.28}
.severity.critical,.severity.high{color:var(--refuse)}
.severity.medium{color:var(--confirm)}
.severity.low{color:var(--muted)}
.severity.info{color:var(--link)}
.tag{display:inline-block;padding:.05em .5em;border:1px solid var(--line);border-radius:6px;font-size:.85rem;color:var(--muted);white-space:nowrap}
.callout{border-left:4px solid var(--line);border-radius:8px;background:var(--soft);padding:.7rem 1rem}
.callout.good{border-color:var(--allow-fill)}
.callout.note{border-color:var(--mark-line)}
.callout h4{margin-bottom:.25rem}
.source{border:1px solid var(--line);border-radius:8px;background:var(--soft);padding:.35rem 0;line-height:1.6;overflow:hidden}
.source code{font-size:1em}
.source .line{display:block;position:relative;padding:0 .75rem 0 3.9rem;min-height:1.6em;border-left:4px solid transparent;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:2;background:none;color:inherit}
.source .line::before{content:attr(data-line);position:absolute;left:0;width:2.9rem;text-align:right;color:var(--comment)}
.source mark.line{background:var(--mark-soft);border-left-color:var(--mark-line)}
.source mark.line::before{color:var(--ink);font-weight:700}
.source .gap{display:block;padding:0 .75rem 0 3.9rem;border:1px dashed var(--line);border-width:1px 0;margin:.25rem 0;color:var(--comment);font-size:.85em}
.source .added{background:var(--allow-soft)}
.source .removed{background:var(--refuse-soft)}
.source.diff .line{padding-left:4.4rem}
.source .added::after,.source .removed::after{position:absolute;left:3.4rem;top:0;font-weight:700}
.source .added::after{content:"+";color:var(--allow)}
.source .removed::after{content:"\\2212";color:var(--refuse)}
.source del,.source ins{text-decoration:none}
.t-keyword{color:var(--keyword)}
.t-string{color:var(--string)}
.t-number{color:var(--number)}
.t-comment{color:var(--comment);font-style:italic}
.t-allow{color:var(--allow);font-weight:700}
.t-confirm{color:var(--confirm);font-weight:700}
.t-refuse{color:var(--refuse);font-weight:700}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:8px}
table{border-collapse:collapse;width:100%;font-size:.925rem}
th,td{padding:.4rem .75rem;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
thead th,caption{background:var(--soft);color:var(--muted);font-weight:600}
tr:first-child>th,tr:first-child>td{border-top:0}
thead+tbody tr:first-child>*{border-top:1px solid var(--line)}
caption{text-align:left;padding:.4rem .75rem}
.number{text-align:right;font-variant-numeric:tabular-nums}
.call th[scope=row]{font-weight:400;color:var(--muted);width:10rem;min-width:6rem;overflow-wrap:anywhere}
.call th[scope=rowgroup]{background:var(--soft);color:var(--muted);font-size:.85rem;font-weight:600;padding-top:.25rem;padding-bottom:.25rem}
.call tbody+tbody tr:first-child>*{border-top:1px solid var(--line)}
.call thead th{color:var(--ink)}
.call .differs td{background:var(--mark-soft)}
td mark{background:var(--mark-soft);color:inherit;font-weight:600;box-decoration-break:clone;-webkit-box-decoration-break:clone;padding:1px 4px;border-radius:4px}
.call .differs th[scope=row]{box-shadow:inset 4px 0 var(--mark-line);color:var(--ink);font-weight:600}
.call .absent{color:var(--muted);font-style:italic}
.call .verdict td p{margin-top:.35rem}
.steps{list-style:none}
.steps>li{position:relative;display:grid;grid-template-columns:2.2rem 1fr auto;gap:0 .6rem;padding-bottom:1rem}
.steps>li::before{content:"";position:absolute;left:calc(.875rem - .5px);top:.75rem;bottom:-.75rem;border-left:1px solid var(--line)}
.steps>li:last-child{padding-bottom:0}
.steps>li:last-child::before{display:none}
.steps .turn{position:relative;z-index:1;width:1.75rem;height:1.75rem;border:1px solid var(--line);border-radius:50%;background:var(--soft);font-weight:700;font-size:.85rem;display:grid;place-items:center}
.steps .note{grid-column:2/-1;color:var(--muted);font-size:.9rem}
.steps .then{grid-column:2/-1;margin-bottom:.35rem;color:var(--muted);font-size:.9rem}
.steps .same{color:var(--muted)}
.region{display:flex;flex-wrap:wrap;gap:1rem 1.5rem;align-items:flex-start}
.region .plot{border:0;max-width:100%;flex:none}
.region svg{display:block;font:12px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
.region svg text{fill:var(--ink)}
.region svg .tick{fill:var(--muted);font-size:11px}
.region svg .axis{font-weight:700}
.region .allow{fill:var(--allow-fill)}
.region .confirm{fill:var(--confirm-fill)}
.region .refuse{fill:var(--refuse-fill)}
.region svg .cell{stroke:var(--card);stroke-width:1}
.region svg .name{fill:var(--on-fill);font-weight:700}
.region svg .mark{fill:var(--card);stroke:var(--ink);stroke-width:2}
.region svg .mark-text{font-weight:700}
.region .legend{list-style:none;font-size:.9rem;flex:1 1 12rem}
.region .legend li+li{margin-top:.4rem}
.region .legend .swatch{display:inline-block;width:1.5rem;height:1.5rem;vertical-align:middle}
.meter{display:block;width:100%;height:8px}
.meter .all{fill:var(--line)}
.meter .done{fill:var(--link)}
`;
