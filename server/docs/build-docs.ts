import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../build-stamp";
import { writePublic } from "../pack-package";
import { type DocPage, docPage, pageNameOf } from "./doc-page";
import { docStyle } from "./doc-style";

/** Writes the documentation of this version as pages that the instance serves below `/docs/`. */
export function buildDocs(): void {
  const sources = docSources();
  const known = new Set(sources);
  for (const source of sources) {
    const page: DocPage = { source, text: readFileSync(join(projectRoot, source), "utf8"), known };
    writePublic(`docs/${pageNameOf(source)}`, docPage(page));
  }
  writePublic("docs/docs.css", docStyle);
}

/** Every Markdown file that is documentation, by its path in the project. */
export function docSources(): string[] {
  const below = readdirSync(join(projectRoot, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);
  const others = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
  return [...others, "sdk/README.md", ...below].sort();
}
