import { env } from "@/lib/platform/env/env";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { pageColours } from "@/lib/platform/html/page-colours";
import { mask } from "./contract";
import type { SharedView } from "./open-share";

/** Light enough for any line: no script, no font and no picture. */
export const style = `
${pageColours}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--soft);font:1rem/1.6 ui-sans-serif,system-ui,sans-serif;overflow-wrap:anywhere}
main,footer{max-width:56rem;margin:0 auto;padding:2.5rem 1.25rem 0}
h1{margin:0;color:var(--ink);font:600 1.125rem/1.5 ui-monospace,Menlo,monospace}
h2{margin:2.25rem 0 .5rem;color:var(--ink);font-size:1rem}
p{margin:.75rem 0 0}
a{color:var(--accent);text-underline-offset:2px;border-radius:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
dl{display:flex;flex-wrap:wrap;gap:.75rem 2rem;margin:1rem 0 0;font-size:.875rem}
dt{color:var(--mute);font-size:.75rem}
dd{margin:0;color:var(--ink)}
.note{padding:.625rem .875rem;border:1px solid var(--line);border-radius:6px;background:var(--hover);font-size:.875rem}
table{width:100%;border-collapse:collapse;font:.8125rem/1.5 ui-monospace,Menlo,monospace}
th,td{padding:.3125rem .625rem .3125rem 0;border-top:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400}
th{width:14rem;color:var(--mute)}
td{color:var(--ink)}
i{color:var(--mute);font-style:normal}
pre{margin:0;padding:.875rem 1rem;border-radius:6px;background:var(--hover);color:var(--ink);font:.8125rem/1.5 ui-monospace,Menlo,monospace;white-space:pre-wrap}
footer{padding-bottom:4rem;color:var(--mute);font-size:.875rem}
@media(max-width:36rem){th,td{display:block;width:auto;padding-right:0}td{padding-top:0;border-top:0}}
`.trim();

/** Characters of a body that are shown. All of it is in the JSON. */
const bodyCharsMax = 200_000;

/** A captured request for whoever has the link to it. What strangers sent is text here, whatever it looks like. */
export function sharePage(view: SharedView, now: Date): string {
  const { method, path, receivedAt, ip, size, signature, expiresAt } = view;
  const facts = [
    fact("Received", `<time datetime="${receivedAt}">${momentOf(receivedAt)}</time>`),
    fact("From", ip === null ? masked : escapeHtml(ip)),
    fact("Body", `${size.toLocaleString("en")} ${size === 1 ? "byte" : "bytes"}`),
    signature ? fact("Signature", escapeHtml(signature.verdict)) : "",
    fact("This link ends", `<time datetime="${expiresAt}">${leftUntil(expiresAt, now)}</time>`),
  ];
  return document(`${method} ${path}`, [
    `<main><h1>${escapeHtml(method)} ${marked(path || "/")}</h1>`,
    `<dl>${facts.join("")}</dl>`,
    masksOf(view),
    `<h2>Headers</h2>`,
    `<table><tbody>${view.rawHeaders.map(headerRow).join("\n")}</tbody></table>`,
    `<h2>Body</h2>`,
    bodyOf(view),
    "</main>",
  ]);
}

/** The page where a link shows nothing, or nothing any more. */
export function noLinkPage(code: "not_found" | "gone"): string {
  const [title, text] =
    code === "gone"
      ? [
          "This link has expired",
          "Links to requests end after the time that whoever made them chose. Ask for a new one.",
        ]
      : ["There is nothing here", "This link was ended, or was never one. Check that it was copied whole."];
  return document(title, [`<main><h1>${title}</h1><p>${text}</p></main>`]);
}

const masked = `<i>${mask}</i>`;
const marked = (text: string) => escapeHtml(text).replaceAll(mask, masked);
const fact = (name: string, value: string) => `<div><dt>${name}</dt><dd>${value}</dd></div>`;

const headerRow = ([name, value]: [string, string]) =>
  `<tr><th scope="row">${marked(name)}</th><td>${marked(value)}</td></tr>`;

function masksOf({ masked: { headers, query, ip, body } }: SharedView): string {
  const left = [
    headers.length > 0 ? "values of headers" : "",
    query ? "values of the query" : "",
    ip ? "the address of the sender" : "",
    body ? "the body" : "",
  ].filter(Boolean);
  if (left.length === 0) return "";
  return `<p class="note">Whoever shared this request left out ${new Intl.ListFormat("en").format(left)}.</p>`;
}

function bodyOf({ body, bodyEncoding, size }: SharedView): string {
  if (body === null) return "<p>It was left out.</p>";
  if (size === 0) return "<p>The request has none.</p>";
  const shown = body.slice(0, bodyCharsMax);
  const what = bodyEncoding === "base64" ? "<p>Not text, so this is its base64.</p>" : "";
  const rest =
    body.length > shown.length
      ? "<p>This is its beginning. The same address with <code>.json</code> behind it has all of it.</p>"
      : "";
  return `${what}<pre>${escapeHtml(shown)}</pre>${rest}`;
}

const momentOf = (time: string) =>
  `${new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" })} UTC`;

function leftUntil(expiresAt: string, now: Date): string {
  const hours = (Date.parse(expiresAt) - now.getTime()) / 3_600_000;
  const words = new Intl.RelativeTimeFormat("en", { numeric: "always" });
  if (hours >= 48) return words.format(Math.floor(hours / 24), "day");
  return hours >= 1 ? words.format(Math.floor(hours), "hour") : words.format(Math.ceil(hours * 60), "minute");
}

function document(title: string, body: readonly string[]): string {
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title.slice(0, 200))}</title>`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">`,
    `<style>${style}</style></head><body>`,
    ...body,
    `<footer>Shared with <a href="${escapeHtml(env().appUrl)}" rel="noreferrer">Fieldkit</a></footer>`,
    "</body></html>",
  ].join("\n");
}
