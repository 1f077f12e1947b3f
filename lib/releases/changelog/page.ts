import { env } from "@/lib/platform/env/env";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { changelogUrl, feedPaths } from "./address";
import type { Changelog, PublicRelease } from "./changelog";
import { notesOf } from "./notes-of";
import { style } from "./style";

/** Releases of a changelog as a page, newest first. */
export function listPage(
  changelog: Changelog,
  releases: readonly PublicRelease[],
  hasOlder: boolean,
): string {
  const { projectName, place } = changelog;
  const last = releases.at(-1);
  const older = hasOlder && last ? `${changelogUrl(place)}?before=${last.id}` : undefined;
  return document({
    title: `${projectName} changelog`,
    description: `What is new in ${projectName}`,
    url: changelogUrl(place),
    changelog,
    body: [
      `<header class="page"><h1>${escapeHtml(projectName)}</h1>`,
      `<p>What is new</p>${feedLinks(changelog)}</header>`,
      `<main>${releases.map((release) => article(changelog, release)).join("\n")}`,
      releases.length === 0 ? `<p class="release">Nothing has been published yet.</p>` : "",
      older
        ? `<nav aria-label="Pages"><a href="${escapeHtml(older)}" rel="next">Older releases</a></nav>`
        : "",
      "</main>",
    ],
  });
}

/** One release as a page of its own. */
export function releasePage(changelog: Changelog, release: PublicRelease): string {
  const { projectName, place } = changelog;
  return document({
    title: `${release.title} · ${projectName}`,
    description: `What is new in ${projectName}`,
    url: changelogUrl(place, release.id),
    changelog,
    body: [
      `<header class="page"><nav aria-label="Changelog"><a href="${escapeHtml(changelogUrl(place))}">`,
      `All releases of ${escapeHtml(projectName)}</a></nav>`,
      `<h1>${escapeHtml(release.title)}</h1><p>${dateOf(release)}</p></header>`,
      `<main><div class="notes">${notesOf(changelog, release, 2)}</div></main>`,
    ],
  });
}

/** The page at an address without a changelog, whether or not the project exists. */
export function nothingPage(): string {
  return document({
    title: "Nothing here",
    description: "There is no public changelog at this address.",
    body: [
      `<main><h1>There is nothing here</h1><p>No public changelog or release has this address. `,
      "It may have moved, or is not public any more.</p></main>",
    ],
  });
}

function article(changelog: Changelog, release: PublicRelease): string {
  const url = escapeHtml(changelogUrl(changelog.place, release.id));
  return [
    `<article class="release" aria-labelledby="r-${release.id}">${dateOf(release)}`,
    `<h2 id="r-${release.id}"><a href="${url}">${escapeHtml(release.title)}</a></h2>`,
    `<div class="notes">${notesOf(changelog, release, 3)}</div></article>`,
  ].join("\n");
}

function dateOf({ publishedAt }: PublicRelease): string {
  const words = publishedAt.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return `<time datetime="${publishedAt.toISOString()}">${words}</time>`;
}

const feedNames = { rss: "RSS", atom: "Atom", json: "JSON Feed" } as const;
const feedTypes = {
  rss: "application/rss+xml",
  atom: "application/atom+xml",
  json: "application/feed+json",
} as const;
const feedKinds = ["rss", "atom", "json"] as const;

function feedLinks({ place }: Changelog): string {
  const links = feedKinds.map((kind) => {
    const url = escapeHtml(changelogUrl(place, feedPaths[kind]));
    return `<li><a href="${url}" type="${feedTypes[kind]}">${feedNames[kind]}</a></li>`;
  });
  return `<nav aria-label="Feeds"><ul>${links.join("")}</ul></nav>`;
}

type Document = {
  title: string;
  description: string;
  /** The page's own address, if it has a permanent one. */
  url?: string;
  changelog?: Changelog;
  body: readonly string[];
};

function document({ title, description, url, changelog, body }: Document): string {
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    url ? pageLinks(title, url) : `<meta name="robots" content="noindex">`,
    changelog ? alternates(changelog) : "",
    `<link rel="icon" href="${escapeHtml(env().appUrl)}/icon.svg" type="image/svg+xml">`,
    `<style>${style}</style></head><body><div class="column">`,
    ...body,
    `<footer>Published with <a href="${escapeHtml(env().appUrl)}">Fieldkit</a></footer>`,
    "</div></body></html>",
  ]
    .filter(Boolean)
    .join("\n");
}

function pageLinks(title: string, url: string): string {
  const href = escapeHtml(url);
  return [
    `<link rel="canonical" href="${href}"><meta property="og:url" content="${href}">`,
    `<meta property="og:type" content="article"><meta property="og:title" content="${escapeHtml(title)}">`,
  ].join("\n");
}

function alternates({ place, projectName }: Changelog): string {
  const links = feedKinds.map((kind) => {
    const url = escapeHtml(changelogUrl(place, feedPaths[kind]));
    const title = escapeHtml(`${projectName}, ${feedNames[kind]}`);
    return `<link rel="alternate" type="${feedTypes[kind]}" title="${title}" href="${url}">`;
  });
  return links.join("\n");
}
