import { env } from "@/lib/platform/env/env";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import type { Label } from "../labels/labels";
import { changelogUrl, feedUrl } from "./address";
import type { Changelog } from "./changelog";
import { accentStyle, style } from "./style";

type Document = {
  title: string;
  description: string;
  /** The page's own address, if it has a permanent one that search engines may know. */
  url?: string;
  changelog?: Changelog;
  /** How wide the page may be, and what it is shown in. */
  layout?: "list" | "alone" | "embedded";
  body: readonly string[];
};

/** A public page as a whole. */
export function htmlPage({ title, description, url, changelog, layout = "alone", body }: Document): string {
  const isEmbedded = layout === "embedded";
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    url ? pageLinks(title, url) : `<meta name="robots" content="noindex">`,
    // Everything that is opened from within another site opens beside it.
    isEmbedded ? `<base target="_blank">` : "",
    changelog ? alternates(changelog) : "",
    `<link rel="icon" href="${escapeHtml(iconOf(changelog))}">`,
    `<style>${style}</style>${changelog?.accentColor ? `<style>${accentStyle(changelog.accentColor)}</style>` : ""}`,
    `</head><body><div class="column ${layout}">`,
    ...body,
    isEmbedded ? "" : `<footer>Published with <a href="${escapeHtml(env().appUrl)}">Fieldkit</a></footer>`,
    "</div></body></html>",
  ]
    .filter(Boolean)
    .join("\n");
}

/** The address of a project's logo, if it has one. It is another one when the picture is. */
export const logoUrl = ({ place, logo }: Pick<Changelog, "place" | "logo">): string | undefined =>
  logo === null ? undefined : `${changelogUrl(place, "logo")}?v=${logo}`;

const iconOf = (changelog: Changelog | undefined) =>
  (changelog && logoUrl(changelog)) ?? `${env().appUrl}/icon.svg`;

function pageLinks(title: string, url: string): string {
  const href = escapeHtml(url);
  return [
    `<link rel="canonical" href="${href}"><meta property="og:url" content="${href}">`,
    `<meta property="og:type" content="article"><meta property="og:title" content="${escapeHtml(title)}">`,
  ].join("\n");
}

const feedNames = { rss: "RSS", atom: "Atom", json: "JSON Feed" } as const;
const feedTypes = {
  rss: "application/rss+xml",
  atom: "application/atom+xml",
  json: "application/feed+json",
} as const;
const feedKinds = ["rss", "atom", "json"] as const;

/** Links to the feeds, for people. */
export function feedLinks({ place }: Changelog, label?: Label): string {
  const links = feedKinds.map((kind) => {
    const url = escapeHtml(feedUrl(place, kind, label));
    return `<li><a href="${url}" type="${feedTypes[kind]}">${feedNames[kind]}</a></li>`;
  });
  return `<nav aria-label="Feeds"><ul>${links.join("")}</ul></nav>`;
}

function alternates({ place, projectName }: Changelog): string {
  const links = feedKinds.map((kind) => {
    const url = escapeHtml(feedUrl(place, kind));
    const title = escapeHtml(`${projectName}, ${feedNames[kind]}`);
    return `<link rel="alternate" type="${feedTypes[kind]}" title="${title}" href="${url}">`;
  });
  return links.join("\n");
}
