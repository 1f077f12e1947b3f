import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

type Axe = { run(context: { exclude: string[] }, options: RunOptions): Promise<AxeResults> };
export type Violation = AxeResults["violations"][number];

/** Focusing one of these spans moves the focus on. Nothing else may be focusable and hidden. */
const focusGuards = "[data-base-ui-focus-guard]";

/** Rules whose violations axe calls minor or moderate. Checking them takes a third of the time. */
const minorRules = [
  ...["aria-allowed-role", "aria-deprecated-role", "empty-heading", "empty-table-header"],
  ...["focus-order-semantics", "form-field-multiple-labels", "heading-order", "hidden-content"],
  ...["html-xml-lang-mismatch", "image-redundant-alt", "landmark-banner-is-top-level"],
  ...["landmark-contentinfo-is-top-level", "landmark-main-is-top-level", "landmark-no-duplicate-banner"],
  ...["landmark-no-duplicate-contentinfo", "landmark-no-duplicate-main", "landmark-one-main"],
  ...["landmark-unique", "meta-viewport", "meta-viewport-large", "no-autoplay-audio"],
  ...["page-has-heading-one", "presentation-role-conflict", "region", "scope-attr-valid"],
  ...["server-side-image-map", "skip-link", "table-duplicate-name"],
];

/** Collecting details of rules that pass takes most of the time. */
const violationsOnly: RunOptions = { resultTypes: ["violations"] };
const allRules: RunOptions = {
  ...violationsOnly,
  rules: Object.fromEntries(minorRules.map((id) => [id, { enabled: false }])),
};
const contrastOnly: RunOptions = { ...violationsOnly, runOnly: ["color-contrast"] };

let source: string | undefined;

/** Adds axe once per document: parsing it takes as long as running it. */
async function addAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  source ??= readFileSync("node_modules/axe-core/axe.min.js", "utf8");
  await page.evaluate(source);
}

/**
 * Returns the violations that keep people from using the page.
 * @param part only contrast depends on the color scheme
 */
export async function seriousViolations(page: Page, part: "all" | "contrast"): Promise<Violation[]> {
  await addAxe(page);
  const violations = await page.evaluate(
    async ([exclude, options]) => {
      const { axe } = window as unknown as { axe: Axe };
      return (await axe.run({ exclude: [exclude] }, options)).violations;
    },
    [focusGuards, part === "all" ? allRules : contrastOnly] as const,
  );
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical");
}
