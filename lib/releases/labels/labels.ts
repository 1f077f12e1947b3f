/** What a change means to readers. Written as `**New:**` in front of an item, or as the heading of a section. */
export const labels = ["new", "improved", "fixed", "breaking", "security"] as const;
export type Label = (typeof labels)[number];

export const labelWords: Record<Label, string> = {
  new: "New",
  improved: "Improved",
  fixed: "Fixed",
  breaking: "Breaking",
  security: "Security",
};

/** Headings that say the same of all items below them, those of generated notes among them. */
const headings: Record<string, Label> = {
  new: "new",
  "new features": "new",
  improved: "improved",
  improvements: "improved",
  faster: "improved",
  changed: "improved",
  fixed: "fixed",
  fixes: "fixed",
  breaking: "breaking",
  "breaking changes": "breaking",
  security: "security",
};

/** The label that a bold text in front of an item means: `New:`. Without the colon it is a text like any other. */
export function labelOfMarker(text: string): Label | undefined {
  const word = text.trim();
  return labels.find((label) => `${labelWords[label]}:`.toLowerCase() === word.toLowerCase());
}

export function labelOfHeading(text: string): Label | undefined {
  const words = text.trim().toLowerCase();
  return Object.hasOwn(headings, words) ? headings[words] : undefined;
}

export const labelMarker = (label: Label): string => `**${labelWords[label]}:**`;

/** The classes that a label has in HTML of notes. */
export const classOf = (label: Label): string => `label label-${label}`;

/** The labels in HTML of notes. Text and code have no quotation marks there, so nobody else writes such a class. */
export const labelsIn = (html: string): Label[] =>
  labels.filter((label) => html.includes(`class="${classOf(label)}"`));

/** The label that a parameter of an address names, in any case of its letters. */
export const labelOfParameter = (value: string): Label | undefined =>
  labels.find((label) => label === value.toLowerCase());
