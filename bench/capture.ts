import { startControl } from "./control";
import { measure, perSecond, say, type Target } from "./load";
import { startSite } from "./site";

const bytes = 1024;
const edgeSeconds = 10;
const minuteSeconds = 60;

type Site = Awaited<ReturnType<typeof startSite>>;

/** One inbox for a minute: the first and the last ten seconds, each next to a control. */
export async function benchCapture(): Promise<void> {
  const control = await startControl(JSON.stringify({ success: true, id: crypto.randomUUID() }));
  const site = await startSite();
  try {
    const api = `/api/projects/${site.project.id}/webhooks`;
    const inbox = await site.call<{ id: string; referenceId: string }>(api, { name: "Bench" });
    const target: Target = {
      url: `${site.base}/api/webhook/${inbox.referenceId}`,
      host: site.project.host,
      method: "POST",
      body: bodyOf(bytes),
    };
    await measure({ ...target, seconds: 2 });
    const first = await besides(control.url, { ...target, seconds: edgeSeconds });
    const middleSeconds = minuteSeconds - 2 * edgeSeconds;
    const middle = await measure({ ...target, seconds: middleSeconds });
    const last = await besides(control.url, { ...target, seconds: edgeSeconds });
    const acknowledged = edgeSeconds * (first.measured + last.measured) + middleSeconds * middle;
    await expectStored(site, `${api}/${inbox.id}/requests`, acknowledged);

    const line = (name: string, { measured, control: bare, ratio }: typeof first) =>
      say(
        `${name.padEnd(21)} ${perSecond(measured)}  bare ${perSecond(bare)}  ratio ${ratio.toFixed(2)} (at least 0.12)`,
      );
    line("first ten seconds", first);
    line("last ten of a minute", last);
    say(`last to first         ${(last.ratio / first.ratio).toFixed(2)} (at least 0.90)`);
  } finally {
    control.stop();
    await site.stop();
  }
}

/** With the control before and after, so that a slow moment of the machine meets both. */
async function besides(controlUrl: string, target: Target) {
  const before = await measure({ url: controlUrl, seconds: 3 });
  const measured = await measure(target);
  const control = (before + (await measure({ url: controlUrl, seconds: 3 }))) / 2;
  return { control, measured, ratio: measured / control };
}

/** JSON of exactly this size. */
function bodyOf(size: number): string {
  const event = { type: "order.paid", id: crypto.randomUUID(), note: "" };
  return JSON.stringify({ ...event, note: "x".repeat(size - JSON.stringify(event).length) });
}

/** @throws when fewer captures were numbered than acknowledged: what is not committed does not count */
async function expectStored(site: Site, path: string, acknowledged: number): Promise<void> {
  const [newest] = await site.read<{ sequence: number; size: number }[]>(path);
  if (newest === undefined || newest.size !== bytes || newest.sequence < acknowledged * 0.99) {
    throw new Error(`${acknowledged} captures were acknowledged, the newest is ${JSON.stringify(newest)}`);
  }
}
