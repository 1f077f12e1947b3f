const KiB = 1024;
const MiB = 1024 * KiB;

/** What a template may cost. `docs/decisions/templates.md` says why. */
export const templateLimits = {
  /** Characters of a template, and of what stands in its `{{ }}` and `{% %}` together: parsing holds the caller. */
  lengthMax: 256 * KiB,
  markupMax: 24 * KiB,
  /** Blocks in blocks, and brackets in brackets. */
  depthMax: 50,
  /** How many ms all texts of an answer may take together. */
  renderMs: 400,
  /** Characters and values that filters make, counted by LiquidJS. */
  memoryMax: 16 * MiB,
  /** Weight of one value: its characters, and 8 for every value in it. */
  weightMax: MiB,
  /** Levels of lists and objects in one value. */
  levelsMax: 100,
  /** Numbers in a range. */
  rangeMax: 100_000,
  /** Rounds of one `repeat`. */
  roundsMax: 1000,
  /** Characters of a text that is searched, times those of what is looked for: engines compare each with each. */
  comparisonsMax: 100_000_000,
  /** Characters of what names something: a property, a format of dates. */
  nameLengthMax: 200,
  /** Bytes of all texts together. */
  bytesMax: 5 * MiB,
} as const;

/** What one call of a method of faker may be asked for, and give. */
export const fakeLimits = {
  /** A count or a length. */
  countMax: 1000,
  /** Characters of a text, and elements of a list that it gets. */
  textMax: 1000,
  listMax: 10_000,
  /** Characters of a pattern, and what it may repeat. */
  patternMax: 200,
  patternRepeatMax: 100,
  /** Weight of what it gives. */
  weightMax: 64 * KiB,
} as const;
