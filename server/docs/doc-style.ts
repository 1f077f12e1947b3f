/** Of the pages of the documentation. They load nothing else. */
export const docStyle = `
:root{color-scheme:light dark;--ink:light-dark(#17211d,#e6ebe8);--mute:light-dark(#5b6762,#98a39e);
--line:light-dark(#dfe4e1,#27302c);--sunken:light-dark(#f1f3f2,#141a17);--canvas:light-dark(#fff,#0c110f);
--link:light-dark(#b2401a,#f0875c)}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
header{position:sticky;top:0;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;padding:.75rem 1.5rem;
background:var(--canvas);border-bottom:1px solid var(--line)}
header>a{font-weight:600;color:var(--ink);text-decoration:none}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
nav a{color:var(--mute);text-decoration:none}
nav a:hover,nav a[aria-current]{color:var(--ink)}
main{max-width:50rem;margin:0 auto;padding:1rem 1.5rem 4rem;overflow-wrap:break-word}
h1,h2,h3{line-height:1.25;margin:2.25em 0 .6em;scroll-margin-top:5rem}
h1{font-size:1.75rem;margin-top:.8em}
h2{font-size:1.3rem}
h3{font-size:1.05rem}
a{color:var(--link)}
code{font:.875em ui-monospace,monospace;background:var(--sunken);padding:.1em .3em;border-radius:4px}
pre{overflow-x:auto;padding:1rem;background:var(--sunken);border:1px solid var(--line);border-radius:8px}
pre code{padding:0;background:none}
.table{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem}
th,td{padding:.4rem .75rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
@media(max-width:40rem){header{position:static}main{padding-inline:1rem}}
`;
