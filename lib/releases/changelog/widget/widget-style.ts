import type { Accent } from "../accent";

/** The widget's look: the product's colours, or the project's own. It knows nothing of the site that it is in. */
export function panelCss(accent: Accent | null): string {
  const { light, dark } = accent ?? { light: "oklch(.515 .165 38)", dark: "oklch(.785 .135 52)" };
  return `
:host{all:initial;color-scheme:light dark;--accent:light-dark(${light},${dark});--on-accent:light-dark(#fff,#0d1110);
--ground:light-dark(#f9faf9,#0d1110);--ink:light-dark(#151b19,#eef2f0);--line:light-dark(#dde2df,#262d2b)}
*{box-sizing:border-box;font-family:ui-sans-serif,system-ui,sans-serif}
[hidden]{display:none!important}
button{cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.corner{position:fixed;z-index:2147483000;bottom:1.25rem;padding:.625rem 1rem;border:0;border-radius:999px;background:var(--accent);color:var(--on-accent);font-size:14px;font-weight:600;box-shadow:0 2px 12px rgb(0 0 0/.25)}
.dot{position:absolute;top:-2px;right:-2px;width:12px;height:12px;border:2px solid var(--ground);border-radius:50%;background:#e5484d}
.left{left:1.25rem}.right{right:1.25rem}
.panel{position:fixed;z-index:2147483001;bottom:1.25rem;display:flex;flex-direction:column;width:24rem;height:min(36rem,calc(100dvh - 2.5rem));overflow:hidden;border:1px solid var(--line);border-radius:12px;background:var(--ground);color:var(--ink);box-shadow:0 8px 40px rgb(0 0 0/.3)}
header{display:flex;align-items:center;justify-content:space-between;padding:.5rem .5rem .5rem 1.125rem;border-bottom:1px solid var(--line)}
h2{margin:0;font-size:16px;font-weight:600}
.close{width:2.25rem;height:2.25rem;border:0;border-radius:6px;background:none;color:inherit;font-size:22px;line-height:1}
.close:hover{background:var(--line)}
iframe{flex:1;width:100%;border:0;color-scheme:light dark}
@media (max-width:32rem){.panel{inset:0;width:auto;height:auto;border:0;border-radius:0}}
`.trim();
}
