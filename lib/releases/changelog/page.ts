import { escapeHtml } from "@/lib/platform/html/escape-html";
import { type Label, labelWords } from "../labels/labels";
import { changelogUrl, subscribePath } from "./address";
import type { Changelog, PublicRelease } from "./changelog";
import { feedLinks, htmlPage, logoUrl } from "./document";
import { type Asked, filters, nothingIn } from "./filters";
import { notesOf } from "./notes-of";
import { queryLengthMax } from "./search-words";

/** Releases of a changelog as a page, newest first. */
export function listPage(
  changelog: Changelog,
  releases: readonly PublicRelease[],
  { label, hasOlder }: { label?: Label | undefined; hasOlder: boolean },
): string {
  const { projectName, place } = changelog;
  const asked = { query: "", label };
  const last = releases.at(-1);
  const older =
    hasOlder && last
      ? `${changelogUrl(place)}?${label ? `label=${label}&` : ""}before=${last.id}`
      : undefined;
  return htmlPage({
    title: label ? `${labelWords[label]} · ${projectName} changelog` : `${projectName} changelog`,
    description: `What is new in ${projectName}`,
    // Search engines know the whole list.
    ...(label ? {} : { url: changelogUrl(place) }),
    changelog,
    layout: "list",
    body: [
      `<header class="page">${brand(changelog)}<p>What is new</p>${tools(changelog, asked)}`,
      // Where nothing is published there is nothing to choose from.
      releases.length === 0 && !label ? "" : filters(place, asked),
      `${feedLinks(changelog, label)}</header>`,
      `<main>${releases.map((release) => article(changelog, release)).join("\n")}`,
      releases.length === 0 ? nothingIn(changelog, asked) : "",
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
  return htmlPage({
    title: `${release.title} · ${projectName}`,
    description: `What is new in ${projectName}`,
    url: changelogUrl(place, release.id),
    changelog,
    body: [
      `<header class="page">${wayBack(changelog)}`,
      `<h1>${escapeHtml(release.title)}</h1><p>${dateOf(release)}</p></header>`,
      `<main><div class="notes">${notesOf(changelog, release, 2)}</div></main>`,
    ],
  });
}

/** A release that was found, with the places where the words are. */
export type Hit = Pick<PublicRelease, "id" | "title" | "publishedAt"> & { excerpt: string };

/**
 * What was found in a changelog.
 * @param hits with excerpts as HTML
 */
export function searchPage(
  changelog: Changelog,
  asked: Asked,
  { hits, hasMore }: { hits: readonly Hit[]; hasMore: boolean },
): string {
  const found = hits.map((hit) => {
    const url = escapeHtml(changelogUrl(changelog.place, hit.id));
    return `<article class="release">${dateOf(hit)}<h2><a href="${url}">${escapeHtml(hit.title)}</a></h2><p>${hit.excerpt}</p></article>`;
  });
  return htmlPage({
    title: `${asked.query} · ${changelog.projectName} changelog`,
    description: `What is new in ${changelog.projectName}`,
    changelog,
    layout: "list",
    body: [
      `<header class="page">${wayBack(changelog)}<h1>Search</h1>${tools(changelog, asked)}${filters(changelog.place, asked)}</header>`,
      `<main>${hits.length === 0 ? nothingIn(changelog, asked) : found.join("\n")}`,
      hasMore ? `<p class="meta">There is more. Add a word to find less.</p>` : "",
      "</main>",
    ],
  });
}

/** The newest releases for a frame in another site, which has a title of its own around it. */
export function embeddedPage(changelog: Changelog, releases: readonly PublicRelease[]): string {
  const { projectName, place } = changelog;
  return htmlPage({
    title: `${projectName} changelog`,
    description: `What is new in ${projectName}`,
    changelog,
    layout: "embedded",
    body: [
      `<main>${releases.map((release) => article(changelog, release)).join("\n")}`,
      releases.length === 0 ? `<p class="release">Nothing has been published yet.</p>` : "",
      `<p><a href="${escapeHtml(changelogUrl(place))}">All releases</a></p></main>`,
    ],
  });
}

/** The page at an address without a changelog, whether or not the project exists. */
export function nothingPage(): string {
  return htmlPage({
    title: "Nothing here",
    description: "There is no public changelog at this address.",
    body: [
      `<main><h1>There is nothing here</h1><p>No public changelog or release has this address. `,
      "It may have moved, or is not public any more.</p></main>",
    ],
  });
}

/** What is said instead of a page, to people. */
export function sorryPage(title: string, text: string): string {
  const body = [`<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main>`];
  return htmlPage({ title, description: text, body });
}

function brand(changelog: Changelog): string {
  const logo = logoUrl(changelog);
  const image = logo ? `<img src="${escapeHtml(logo)}" alt="" width="44" height="44">` : "";
  return `<div class="brand">${image}<h1>${escapeHtml(changelog.projectName)}</h1></div>`;
}

function wayBack({ place, projectName }: Changelog): string {
  const url = escapeHtml(changelogUrl(place));
  return `<nav aria-label="Changelog"><a href="${url}">All releases of ${escapeHtml(projectName)}</a></nav>`;
}

function tools({ place, takesSubscriptions }: Changelog, { query, label }: Asked): string {
  const search = [
    `<form role="search" action="${escapeHtml(new URL(changelogUrl(place)).pathname)}"><label for="q">Search releases</label>`,
    `<input id="q" name="q" type="search" maxlength="${queryLengthMax}" placeholder="Search releases" value="${escapeHtml(query)}">`,
    label ? `<input type="hidden" name="label" value="${label}">` : "",
    "<button>Search</button></form>",
  ];
  const subscribe = [
    `<form method="post" enctype="multipart/form-data" action="${escapeHtml(subscribePath(place))}">`,
    `<label for="email">Your e-mail address</label>`,
    `<input id="email" name="email" type="email" autocomplete="email" required maxlength="320" placeholder="you@example.com">`,
    `<button class="main">Subscribe</button></form>`,
  ];
  return `<div class="tools">${[...search, ...(takesSubscriptions ? subscribe : [])].join("")}</div>`;
}

function article(changelog: Changelog, release: PublicRelease): string {
  const url = escapeHtml(changelogUrl(changelog.place, release.id));
  return [
    `<article class="release" aria-labelledby="r-${release.id}">${dateOf(release)}`,
    `<h2 id="r-${release.id}"><a href="${url}">${escapeHtml(release.title)}</a></h2>`,
    `<div class="notes">${notesOf(changelog, release, 3)}</div></article>`,
  ].join("\n");
}

function dateOf({ publishedAt }: Pick<PublicRelease, "publishedAt">): string {
  const words = publishedAt.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return `<time datetime="${publishedAt.toISOString()}">${words}</time>`;
}
