/** What a collection may hold, and what a call of it may cost. */

const KiB = 1024;
const MiB = 1024 * KiB;

/** Bytes of an item as JSON. */
export const itemBytesMax = 64 * KiB;
/** Levels of nesting of an item. */
export const itemDepthMax = 100;
/** Items of a seed, and their bytes together. */
export const seedItemsMax = 1000;
export const seedBytesMax = MiB;
/** Characters of an id that is a text. */
export const idLengthMax = 128;

/** Items and bytes of one answer; the rest comes by paging. */
export const answerItemsMax = 1000;
export const answerBytesMax = 4 * MiB;
/** Conditions and sort fields of one request. */
export const conditionsMax = 20;
export const sortsMax = 4;
/** Names in the path to a field, and characters of all of them. */
export const fieldDepthMax = 20;
export const fieldLengthMax = 200;
/** Characters of a value that is compared. */
export const valueLengthMax = 1000;
/** Characters of all that `q` and `_like` look for: finding takes as long as a text times what is looked for. */
export const soughtLengthMax = 100;
/** Comparisons with the values of one list: its length times the number of values that are asked for. */
export const listComparisonsMax = 500;
/** Characters of a text that it is sorted by. */
export const sortLengthMax = 200;

/** Calls that are carried out at a time: in all, and of one project, whose changes wait for each other anyway. */
export const calls = { running: 3, runningOfOne: 1, waiting: 1000, waitingOfOne: 64, waitMs: 5000 } as const;
