/** Narrow screens, paper, and people who need more contrast. */
export const PRINT = `
@media (max-width:600px){
.page{padding:1rem .75rem}
.bar{padding:.6rem .75rem}
.part{padding:.9rem .9rem}
.source .line{padding-left:3rem;padding-right:.5rem}
.source .line::before{width:2.1rem}
.source .gap{padding-left:3rem}
.source.diff .line{padding-left:3.4rem}
.source .added::after,.source .removed::after{left:2.5rem}
.steps>li{grid-template-columns:2.2rem 1fr}
.steps .answer{grid-column:2;justify-self:start;margin:.15rem 0}
th,td{padding:.4rem .55rem}
}
@media (forced-colors:active){
.answer,.source mark.line,.callout{border:1px solid}
}
@media print{
:root{color-scheme:only light;LIGHT}
html{font-size:11pt;background:none}
.page{max-width:none;padding:0}
.card{box-shadow:none;border-color:#999}
.source,.callout,.steps>li,figure,tr{break-inside:avoid}
h2,h3,h4{break-after:avoid}
a{color:inherit;text-decoration:none}
.scroll{overflow:visible}
.copy{display:none}
details::details-content{content-visibility:visible;display:block;height:auto}
.answer,.source mark.line,.source .added,.source .removed,.call .differs td,.region .cell,.region .swatch{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`;
