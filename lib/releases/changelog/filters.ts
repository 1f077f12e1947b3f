import { escapeHtml } from "@/lib/platform/html/escape-html";
import { classOf, type Label, labels, labelWords } from "../labels/labels";
import { type ChangelogPlace, changelogUrl } from "./address";
import type { Changelog } from "./changelog";

/** What a visitor asks a list for. An empty query asks for everything. */
export type Asked = { query: string; label?: Label | undefined };

/** Links to the same list for one label each, and to all of it. They keep what is searched for. */
export function filters(place: ChangelogPlace, { query, label }: Asked): string {
  const link = (target: Label | undefined, words: string) => {
    const current = target === label ? ` aria-current="true"` : "";
    return `<li><a href="${urlOf(place, { query, label: target })}"${current}>${words}</a></li>`;
  };
  const items = labels.map((each) => link(each, `<span class="${classOf(each)}">${labelWords[each]}</span>`));
  return `<nav class="filters" aria-label="Labels"><ul>${link(undefined, "All")}${items.join("")}</ul></nav>`;
}

/** Says that nothing was found, and how to find more. */
export function nothingIn({ place }: Changelog, { query, label }: Asked): string {
  if (query === "" && !label) return `<p class="release">Nothing has been published yet.</p>`;
  const which = label ? ` with the label “${labelWords[label]}”` : "";
  const said =
    query === ""
      ? `Nothing${which} has been published yet.`
      : `Nothing that was published${which} has all of these words.`;
  const back = label
    ? `<p><a href="${urlOf(place, { query })}">${query === "" ? "Show all releases" : "Search all releases"}</a></p>`
    : "";
  return `<div class="release"><p>${said}</p>${back}</div>`;
}

function urlOf(place: ChangelogPlace, { query, label }: Asked): string {
  const asked = new URLSearchParams({ ...(query && { q: query }), ...(label && { label }) }).toString();
  return escapeHtml(changelogUrl(place) + (asked && `?${asked}`));
}
