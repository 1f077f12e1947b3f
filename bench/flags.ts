import { inParallel } from "./in-parallel";
import { rateRow } from "./rate-row";
import { type Site, startSite } from "./site";
import type { Subject } from "./subject";
import type { Row } from "./table";

const recordCount = 3000;
const fewFlags = 5;
const manyFlags = 350;

/** The SDK endpoint with 5 and with 350 flags, for records in turn, and its 304. */
export async function benchFlags(subject: Subject): Promise<Row[]> {
  const site = await startSite({}, subject);
  try {
    const { key } = await site.call<{ key: string }>(`${apiOf(site)}/api-keys`, { name: "Bench" });
    const headers = { authorization: `Bearer ${key}` };
    const few = await fillGroup(site, fewFlags);
    const many = await fillGroup(site, manyFlags);
    const one = await fetch(`${site.base}${few[0]}`, { headers });
    const kept = { ...headers, "if-none-match": one.headers.get("etag") ?? "" };
    const { base: url } = site;
    return [
      await rateRow("SDK endpoint, 5 flags", { url, paths: few, headers }, site, { ratio: 0.45 }),
      await rateRow("SDK endpoint, 350 flags", { url, paths: many, headers }, site),
      await rateRow(
        "SDK endpoint, If-None-Match",
        { url: `${url}${few[0]}`, headers: kept, status: 304 },
        site,
        { ratio: 0.6 },
      ),
    ];
  } finally {
    await site.stop();
  }
}

const apiOf = ({ project }: Site) => `/api/projects/${project.referenceId}`;

/** A group of this many flags; the paths of its records in the SDK. */
export async function fillGroup(site: Site, flagCount: number): Promise<string[]> {
  const group = await site.call<{ id: string }>(`${apiOf(site)}/groups`, { name: `Group of ${flagCount}` });
  const base = `${apiOf(site)}/groups/${group.id}`;
  await inParallel(flagCount, 8, (at) =>
    site.call(`${base}/flags`, {
      name: `Flag ${at}`,
      key: `flag-${at}`,
      defaultEnabled: at % 3 > 0,
      defaultPercentage: (at * 7) % 101,
    }),
  );
  const id = (at: number) => `tenant-${flagCount}-${at}`;
  await inParallel(recordCount, 16, (at) => site.call(`${base}/records`, { id: id(at) }));
  return Array.from({ length: recordCount }, (_, at) => `/api/flags/${id(at)}`);
}
