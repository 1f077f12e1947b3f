import { inParallel } from "./in-parallel";
import { rateRow } from "./rate-row";
import { startSite } from "./site";
import { majorOf, type Subject } from "./subject";
import type { Row } from "./table";

const many = 10_000;
const body = JSON.stringify({ id: 1, name: "Ada", roles: ["admin"] });

/** A mock with 1 and with 10,000 mocks in its project. */
export async function benchMocks(subject: Subject): Promise<Row[]> {
  const site = await startSite({}, subject);
  try {
    const create = (endpoint: string) =>
      site.call(`/api/projects/${site.project.id}/mocks`, { name: endpoint, endpoint, responseBody: body });
    const target = { url: `${site.base}/api/mock/users/7`, host: site.project.host };
    const wanted = { ratio: majorOf(subject.node) >= 24 ? 0.8 : 0.65 };
    await create("/users/7");
    const one = await rateRow("mock, one", target, site, wanted);
    await inParallel(many - 1, 16, (at) => create(`/items/${at}`));
    return [one, await rateRow("mock, of 10,000", target, site, wanted)];
  } finally {
    await site.stop();
  }
}
