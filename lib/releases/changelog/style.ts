import { hash } from "node:crypto";
import { pageColours } from "@/lib/platform/html/page-colours";
import { accentOf } from "./accent";
import { fontPath, fontVersion } from "./font";

/** The product's colours, sizes and font for a page that stands alone, without scripts or external files. */
export const style = `
@font-face{font-family:Geist;src:url("${fontPath}?v=${fontVersion}") format("woff2");font-weight:100 900;font-display:swap}
${pageColours}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--soft);font:1rem/1.625 Geist,ui-sans-serif,system-ui,sans-serif;overflow-wrap:anywhere}
.column{max-width:44rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
.brand{display:flex;align-items:center;gap:.875rem}
.brand img{width:2.75rem;height:2.75rem;object-fit:contain;border-radius:8px}
.tools{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
.tools form{display:flex;flex:1 1 16rem;gap:.5rem;min-width:0}
label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
input{flex:1;min-width:0;padding:.4375rem .75rem;border:1px solid var(--line);border-radius:6px;background:var(--field);color:var(--ink);font:inherit;font-size:.9375rem}
input::placeholder{color:var(--mute);opacity:1}
button{padding:.4375rem .875rem;border:1px solid var(--line);border-radius:6px;background:none;color:var(--ink);font:inherit;font-size:.9375rem;font-weight:500;cursor:pointer}
button:hover{background:var(--hover)}
button.main{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
mark{border-radius:2px;background:light-dark(oklch(.93 .1 95),oklch(.45 .09 90));color:var(--ink)}
@media (min-width:62rem){
.column{max-width:58rem}
.column.alone{max-width:44rem}
.list .release{display:grid;grid-template-columns:10rem minmax(0,1fr);column-gap:2rem}
.list .release>time{grid-column:1;grid-row:1/99;padding-top:.5rem}
.list .release>:not(time){grid-column:2}}
h1,h2,h3,h4,h5,h6{margin:2rem 0 .5rem;color:var(--ink);font-size:1rem;font-weight:600;line-height:1.35;text-wrap:balance}
h1{margin:0;font-size:clamp(1.625rem,5vw,2.125rem);letter-spacing:-.025em;line-height:1.2}
.release>h2{margin:.25rem 0 0;font-size:1.375rem;letter-spacing:-.015em}
.release>h2 a{color:inherit;text-decoration:none}
.release>h2 a:hover{text-decoration:underline}
.release{padding:2.5rem 0;border-top:1px solid var(--line)}
.release h3{font-size:1.0625rem}
.notes h2{font-size:1.125rem}
main>.notes{padding-bottom:2.5rem}
main>.notes>:first-child{margin-top:0}
header.page{padding-bottom:2.25rem}
header.page p{margin:.5rem 0 0}
.meta,time,footer{color:var(--mute);font-size:.875rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:1rem 0 0;padding:0;list-style:none;font-size:.875rem}
.filters a{padding:.25rem .375rem;border-radius:6px;color:var(--soft);text-decoration:none}
.filters a:hover{background:var(--hover)}
.filters a[aria-current]{background:var(--hover);color:var(--ink);font-weight:500;box-shadow:inset 0 0 0 1px var(--line)}
.filters ul{gap:.25rem .5rem;margin-left:-.375rem}
nav[aria-label="Changelog"]{margin-bottom:.75rem;font-size:.875rem}
nav a{display:inline-block;padding:.375rem 0}
a{color:var(--accent);text-underline-offset:2px;border-radius:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
p,ul,ol,pre,blockquote,table{margin:.75rem 0 0}
ul,ol{padding-left:1.375rem}
li{margin-top:.3125rem}
strong{color:var(--ink)}
.label{--label:light-dark(oklch(.475 .15 252),oklch(.79 .105 245));--soft-label:light-dark(oklch(.957 .02 250),oklch(.285 .05 252));
display:inline-block;padding:0 .4em;border-radius:4px;background:var(--soft-label);color:var(--label);font-size:.8125em;line-height:1.6}
.label>span{position:absolute;clip-path:inset(50%)}
.label-improved{--label:var(--soft);--soft-label:var(--hover)}
.label-fixed{--label:light-dark(oklch(.46 .115 155),oklch(.8 .135 158));--soft-label:light-dark(oklch(.955 .03 160),oklch(.275 .04 160))}
.label-breaking{--label:light-dark(oklch(.485 .1 78),oklch(.84 .13 88));--soft-label:light-dark(oklch(.965 .04 92),oklch(.295 .042 85))}
.label-security{--label:light-dark(oklch(.505 .19 18),oklch(.785 .125 15));--soft-label:light-dark(oklch(.96 .02 15),oklch(.29 .06 15))}
code{padding:.1em .3em;border-radius:3px;background:var(--hover);color:var(--ink);font:.875em ui-monospace,Menlo,monospace}
pre{white-space:pre-wrap;padding:.875rem 1rem;border-radius:6px;background:var(--hover)}
pre code{padding:0;background:none}
blockquote{margin-left:0;padding-left:1rem;border-left:2px solid var(--line)}
hr{border:0;border-top:1px solid var(--line);margin:1.5rem 0 0}
img{max-width:100%;height:auto;border-radius:6px}
table{border-collapse:collapse}
th,td{padding:.25rem .625rem;border:1px solid var(--line);text-align:left}
footer{padding-top:1.5rem;border-top:1px solid var(--line)}
.embedded{padding:.25rem 1.125rem 1.25rem;font-size:.9375rem;max-width:none}
.embedded .release{padding:1.125rem 0}
.embedded .release:first-child{border-top:0}
.embedded .release>h2{font-size:1.0625rem}
`.trim();

const hashOf = (css: string) => `'sha256-${hash("sha256", css, "base64")}'`;
const hashOfStyle = hashOf(style);

/** The colour that a project has chosen, over the product's own. */
export function accentStyle(hex: string): string {
  const { light, dark } = accentOf(hex);
  return `:root{--accent:light-dark(${light},${dark})}`;
}

/** What a page needs beyond what all of them have. */
type Needs = { accentColor?: string | null; isEmbedded?: boolean };

/** No script runs on a public page, even if somebody manages to put one there. Pictures may come from anywhere. */
export function contentSecurityPolicy({ accentColor = null, isEmbedded = false }: Needs = {}): string {
  const accent = accentColor === null ? "" : ` ${hashOf(accentStyle(accentColor))}`;
  return [
    "default-src 'none'",
    `style-src ${hashOfStyle}${accent}`,
    "font-src 'self'",
    "img-src 'self' http: https:",
    "base-uri 'none'",
    `form-action ${isEmbedded ? "'none'" : "'self'"}`,
    `frame-ancestors ${isEmbedded ? "*" : "'none'"}`,
  ].join("; ");
}
