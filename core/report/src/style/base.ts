/** Type, links, headings, cards: what every report has. */
export const BASE = `
*{box-sizing:border-box}
html{font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;background:var(--ground);color:var(--ink);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;overflow-wrap:break-word}
a{color:var(--link);text-underline-offset:.15em}
a:focus-visible,[tabindex]:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
h1,h2,h3,h4,p,ol,ul,dl,dd,table,figure,pre{margin:0;padding:0}
h1{font-size:1.6rem;line-height:1.25;letter-spacing:-.01em}
h2{font-size:1.2rem;line-height:1.3}
h3{font-size:1.2rem;line-height:1.35;letter-spacing:-.005em}
h4{font-size:.95rem;line-height:1.4}
code,kbd,pre,.code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.875em}
code,td,th,.value{unicode-bidi:isolate}
code,.value{overflow-wrap:anywhere}
.whole{white-space:nowrap}
small,.small{font-size:.875rem}
.muted{color:var(--muted)}
.unseen{display:inline-block;padding:0 .3em;margin:0 .1em;border:1px solid var(--refuse);border-radius:3px;background:var(--refuse-soft);color:var(--refuse);font:600 .75em/1.5 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:nowrap;unicode-bidi:isolate;vertical-align:baseline}
.odd{border-bottom:2px dotted var(--refuse);color:var(--refuse)}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;box-shadow:0 1px 2px rgb(16 24 40 / .06)}
.part{padding:1.1rem 1.25rem;border-top:1px solid var(--line)}
.part:first-child{border-top:0}
.part>h4{margin-bottom:.6rem}
.part>h4 small{font-weight:400;color:var(--muted);margin-left:.35rem}
.row{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem .75rem}
.stack>*+*{margin-top:.75rem}
.stack>h3{font-size:1rem}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:1}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.bar{display:flex;align-items:center;gap:.6rem;padding:.75rem 1.5rem;background:var(--card);border-bottom:1px solid var(--line);font-weight:700}
.bar svg{width:22px;height:22px}
.bar span{font-weight:400;color:var(--muted)}
.page{max-width:84rem;margin:0 auto;padding:1.5rem}
summary{cursor:pointer;font-weight:600}
`;
