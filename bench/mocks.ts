import { startControl } from "./control";
import { inParallel } from "./in-parallel";
import { compare, measure, perSecond, say } from "./load";
import { startSite } from "./site";

const many = 10_000;
const body = JSON.stringify({ id: 1, name: "Ada", roles: ["admin"] });

/** A mock with 1 and with 10,000 mocks in its project, each next to the control. */
export async function benchMocks(): Promise<void> {
  const control = await startControl(body);
  const site = await startSite();
  try {
    const create = (endpoint: string) =>
      site.call(`/api/projects/${site.project.id}/mocks`, { name: endpoint, endpoint, responseBody: body });
    const target = { url: `${site.base}/api/mock/users/7`, host: site.project.host };
    await create("/users/7");
    await measure({ ...target, seconds: 2 });
    const one = await compare(target, control.url);
    await inParallel(many - 1, 16, (at) => create(`/items/${at}`));
    await measure({ ...target, seconds: 2 });
    const lots = await compare(target, control.url);
    say(`bare node:http        ${perSecond(one.control)}, later ${perSecond(lots.control)}`);
    say(`1 mock                ${perSecond(one.measured)}  ratio ${one.ratio.toFixed(2)} (at least 0.60)`);
    say(`10,000 mocks          ${perSecond(lots.measured)}  ratio ${lots.ratio.toFixed(2)}`);
    say(`10,000 mocks to 1     ${(lots.ratio / one.ratio).toFixed(2)} (at least 0.90)`);
  } finally {
    control.stop();
    await site.stop();
  }
}
