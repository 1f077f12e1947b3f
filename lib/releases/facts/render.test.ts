import { describe, expect, test } from "vitest";
import type { Commit } from "@/lib/platform/commits/commit-object";
import { factsOf } from "./changes";
import { commit, repoUrl } from "./fixtures";
import { renderNotes, sectionsByRules } from "./render";

const changesOf = (...commits: Commit[]) => factsOf([{ repoUrl, commits: commits.toReversed() }]).changes;

describe("the notes", () => {
  const facts = factsOf([
    {
      repoUrl,
      commits: [
        commit("feat!: new login\n\nBREAKING CHANGE: sessions end"),
        commit("fix: [click](http://evil) <script>alert(1)</script> *now* https://evil.example", {
          by: "Eve <b>",
          mail: "eve@example.com",
        }),
        commit("feat: share", { by: "Zoë Ångström" }),
        commit("ci: faster"),
      ],
    },
    { repoUrl: "https://gitlab.com/acme/app", commits: [commit("feat: share")] },
  ]);
  const markdown = renderNotes(
    { summary: "", sections: sectionsByRules(facts.changes, true) },
    facts.changes,
  );

  test("say so when there is nothing to say", () => {
    expect(renderNotes({ summary: "", sections: sectionsByRules([], true) }, [])).toBe(
      "Nothing in this range is for these notes.\n",
    );
  });

  test("begin with what breaks, link every commit and never show an address", () => {
    expect(markdown.indexOf("## Breaking changes")).toBe(0);
    for (const { sha } of facts.commits) expect(markdown).toContain(sha);
    expect(markdown).toContain("https://gitlab.com/acme/app/-/commit/");
    expect(markdown).toContain("https://github.com/acme/shop/commit/");
    expect(markdown).not.toContain("@example.com");
    expect(markdown).toContain("Zoë Ångström");
  });

  test("have no link twice", () => {
    const changes = changesOf(commit("fix: a (#5)"), commit("fix: b (#5)"), commit("feat: c (#6) (#5)"));
    const text = renderNotes({ summary: "", sections: sectionsByRules(changes, true) }, changes);
    const links = [...text.matchAll(/\](?:\(|: )(http[^)\s]*)/g)].map(([, url]) => url);
    expect(new Set(links).size).toBe(links.length);
    expect(links.filter((url) => url?.endsWith("/pull/5"))).toHaveLength(1);
  });

  test("have labels in their items, and each address once at their end", () => {
    const changes = changesOf(commit("feat: a (#5)"));
    const [{ sha } = { sha: "" }] = changes[0]?.commits ?? [];
    const [short, page] = [sha.slice(0, 7), "https://github.com/acme/shop"];
    expect(renderNotes({ summary: "", sections: sectionsByRules(changes, true) }, changes)).toBe(
      `## New\n\n- A ([#5], [${short}])\n\nThanks to Ada.\n\n[#5]: ${page}/pull/5\n[${short}]: ${page}/commit/${sha}\n`,
    );
  });

  test("name commits and references of a repository without web pages, and link none", () => {
    const changes = changesOf(commit("feat: a (#5)"));
    const sha = changes[0]?.commits[0]?.sha.slice(0, 7);
    const notes = { summary: "", sections: sectionsByRules(changes, true) };
    expect(renderNotes(notes, changes, new Set([repoUrl]))).toBe(
      `## New\n\n- A (#5, ${sha})\n\nThanks to Ada.\n\n`.trimEnd().concat("\n"),
    );
  });

  test("name the address where two commits begin alike", () => {
    const changes = changesOf(commit("feat: a"), commit("feat: b"));
    const text = renderNotes({ summary: "", sections: sectionsByRules(changes, true) }, changes);
    for (const { commits } of changes) expect(text.split(commits[0]?.sha ?? "none")).toHaveLength(2);
    expect(text.match(/^\[/gm)).toHaveLength(1);
  });

  test("tell in one line what most readers skip, and longer lists by what they are about", () => {
    const lines = (count: number) => {
      const changes = changesOf(
        ...Array.from({ length: count }, (_, at) => commit(`test: case ${at} (#${at + 1})`)),
        ...Array.from({ length: count }, (_, at) => commit(`ci: job ${at} (#${at + 101})`)),
      );
      const text = renderNotes({ summary: "", sections: sectionsByRules(changes, true) }, changes);
      return text.split("\n").filter((line) => line.startsWith("- "));
    };
    expect(lines(3)).toHaveLength(1);
    expect(lines(8).map((line) => line.split(":", 1)[0])).toEqual(["- Automation", "- Tests"]);
    expect(lines(8)[1]?.match(/\[#\d+\]/g)).toHaveLength(8);
  });

  test("say the same change of two repositories once", () => {
    expect(markdown.match(/Share/g)).toHaveLength(1);
  });

  test("take nothing of a commit for Markdown or HTML", () => {
    expect(markdown).not.toMatch(/(^|[^\\])<script/);
    expect(markdown).not.toContain("](http://evil)");
    expect(markdown).not.toContain("https://evil.example");
  });
});
