import { connect } from "@/db/client";
import { seedFlags, seedMocks, seedRecords, seedReleases } from "@/db/fixtures/large-lists";
import { type Site, startSite } from "./site";
import type { Subject } from "./subject";
import type { Row } from "./table";
import { percentile, timesOf } from "./times";

type Sizes = { mocks: number; flags: number; records: number; releases: number };
const small: Sizes = { mocks: 10, flags: 10, records: 10, releases: 10 };
const large: Sizes = { mocks: 10_000, flags: 5000, records: 100_000, releases: 1000 };
const loads = 20;

/** Pages with lists of a small and of a large project, which should take as long. */
export async function benchLists(subject: Subject): Promise<Row[]> {
  const site = await startSite({}, subject);
  try {
    const few = await seedProject(site, "small", small);
    const many = await seedProject(site, "large", large);
    const rows: Row[] = [];
    for (const name of Object.keys(small) as (keyof Sizes)[]) {
      const paths = [few[name], many[name]];
      for (const path of paths) await load(site, path, 3);
      const times: number[][] = [[], []];
      // By turns: a slow moment of the machine affects both.
      for (let turn = 0; turn < loads; turn += 1)
        for (const [at, path] of paths.entries()) times[at]?.push(...(await load(site, path, 1)));
      for (const [at, sizes] of [small, large].entries())
        rows.push({
          work: `page of ${sizes[name].toLocaleString("en")} ${name}`,
          ...spread(times[at] ?? []),
        });
    }
    return rows;
  } finally {
    await site.stop();
  }
}

const load = ({ base, cookie }: Site, path: string, times: number) =>
  timesOf(base, Array(times).fill(path), { connections: 1, headers: { cookie } });

const spread = (times: number[]) => ({
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  p99: percentile(times, 0.99),
});

/** The addresses of the lists of a new project. */
async function seedProject({ team, call, databaseUrl }: Site, slug: string, sizes: Sizes) {
  const project = await call<{ id: string; referenceId: string }>(`/api/teams/${team.id}/projects`, {
    name: slug,
    slug,
  });
  const api = `/api/projects/${project.referenceId}`;
  for (const name of ["Staging", "Test"]) await call(`${api}/environments`, { name });
  const group = await call<{ id: string }>(`${api}/groups`, { name: "Tenants" });
  const { db, close } = connect(databaseUrl);
  try {
    await seedMocks(db, project.id, sizes.mocks);
    await seedFlags(db, project.id, sizes.flags);
    await seedRecords(db, { projectId: project.id, groupId: group.id }, sizes.records);
    await seedReleases(db, project.id, sizes.releases, 2000);
  } finally {
    await close();
  }
  const base = `/${team.slug}/${slug}`;
  return {
    mocks: `${base}/mocks`,
    flags: `${base}/flags`,
    records: `${base}/flags/groups/${group.id}`,
    releases: `${base}/releases`,
  };
}
