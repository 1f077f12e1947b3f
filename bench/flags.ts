import { startControl } from "./control";
import { inParallel } from "./in-parallel";
import { compare, measure, perSecond, say, type Target } from "./load";
import { startSite } from "./site";

const recordCount = 3000;
const fewFlags = 5;
const manyFlags = 350;

type Site = Awaited<ReturnType<typeof startSite>>;

/** The SDK endpoint with 5 and with 350 flags, for records in turn, and its 304; each next to a control. */
export async function benchFlags(): Promise<void> {
  const site = await startSite();
  try {
    const { key } = await site.call<{ key: string }>(`${apiOf(site)}/api-keys`, { name: "Bench" });
    const headers = { authorization: `Bearer ${key}` };
    const few = await fill(site, fewFlags);
    const many = await fill(site, manyFlags);
    const one = await fetch(`${site.base}${few[0]}`, { headers });
    const kept = { ...headers, "if-none-match": one.headers.get("etag") ?? "" };
    await report(`${fewFlags} flags`, { url: site.base, paths: few, headers }, " (at least 0.35)");
    await report(`${manyFlags} flags`, { url: site.base, paths: many, headers });
    await report("304", { url: `${site.base}${few[0]}`, headers: kept, status: 304 });
  } finally {
    await site.stop();
  }
}

const apiOf = ({ project }: Site) => `/api/projects/${project.referenceId}`;

/** A group of this many flags; the paths of its records in the SDK. */
async function fill(site: Site, flagCount: number): Promise<string[]> {
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

/** Next to a bare server that sends one such answer. */
async function report(name: string, target: Target, floor = ""): Promise<void> {
  const { paths = [new URL(target.url).pathname], headers = {}, status } = target;
  const answer = await fetch(new URL(paths[0] ?? "", target.url), { headers });
  const control = await startControl(status === 304 ? "{}" : await answer.text());
  try {
    await measure({ ...target, seconds: 2 });
    const { control: bare, measured, ratio } = await compare(target, control.url);
    say(
      `${name.padEnd(12)} ${perSecond(measured)}  bare ${perSecond(bare)}  ratio ${ratio.toFixed(2)}${floor}`,
    );
  } finally {
    control.stop();
  }
}
