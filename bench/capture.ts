import { startControl } from "./control";
import { measure, type Target } from "./load";
import { rateRow } from "./rate-row";
import { type Site, startSite } from "./site";
import type { Subject } from "./subject";
import type { Row } from "./table";

const bytes = 1024;
const edgeSeconds = 10;
const minuteSeconds = 60;

/** Captures of one inbox that are committed when they are acknowledged, on the database that the subject has. */
export async function benchCapture(subject: Subject): Promise<Row[]> {
  const site = await startSite({}, subject);
  try {
    const { target, newest } = await createInbox(site);
    const where = subject.admin ? "Postgres" : "embedded";
    const row = await rateRow(`capture committed, ${where}`, target, site, {
      ratio: subject.admin ? 0.3 : 0.2,
    });
    await expectStored(newest, row.answers);
    return [row];
  } finally {
    await site.stop();
  }
}

/** One inbox for a minute: the first and the last ten seconds, each next to a control. */
export async function benchCaptureMinute(subject: Subject): Promise<Row[]> {
  const control = await startControl(
    JSON.stringify({ success: true, id: crypto.randomUUID() }),
    subject.node.path,
  );
  const site = await startSite({}, subject);
  try {
    const { target, newest } = await createInbox(site);
    await measure({ ...target, seconds: 2 });
    const first = await besides(control.url, { ...target, seconds: edgeSeconds });
    const middleSeconds = minuteSeconds - 2 * edgeSeconds;
    const middle = await measure({ ...target, seconds: middleSeconds });
    const last = await besides(control.url, { ...target, seconds: edgeSeconds });
    await expectStored(newest, edgeSeconds * (first.measured + last.measured) + middleSeconds * middle);
    return [
      { work: "capture, first ten seconds", ...first, wanted: { ratio: 0.12 } },
      { work: "capture, last ten of a minute", ...last, wanted: { ratio: 0.12 } },
      { work: "capture, last to first", ratio: last.ratio / first.ratio, wanted: { ratio: 0.9 } },
    ];
  } finally {
    control.stop();
    await site.stop();
  }
}

async function createInbox({ base, project, call, read }: Site) {
  const api = `/api/projects/${project.id}/webhooks`;
  const inbox = await call<{ id: string; referenceId: string }>(api, { name: "Bench" });
  const target: Target = {
    url: `${base}/api/webhook/${inbox.referenceId}`,
    host: project.host,
    method: "POST",
    body: bodyOf(bytes),
  };
  return { target, newest: () => read<Capture[]>(`${api}/${inbox.id}/requests`) };
}

type Capture = { sequence: number; size: number };

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
async function expectStored(newestOf: () => Promise<Capture[]>, acknowledged: number): Promise<void> {
  const [newest] = await newestOf();
  if (newest === undefined || newest.size !== bytes || newest.sequence < acknowledged * 0.99) {
    throw new Error(`${acknowledged} captures were acknowledged, the newest is ${JSON.stringify(newest)}`);
  }
}
