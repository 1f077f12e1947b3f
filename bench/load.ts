import autocannon from "autocannon";

export type Target = {
  url: string;
  host?: string;
  method?: "GET" | "POST";
  body?: string;
  headers?: Record<string, string>;
  /** Makes the body of each further request, where no two may be the same. */
  nextBody?: () => string;
  /** Asked for in turn instead of the URL's own, each connection beginning at another one. */
  paths?: readonly string[];
  /** What every answer has to be; 2xx unless stated. */
  status?: number;
  seconds?: number;
};

const connections = 64;

type Measured = { perSecond: number; p50: number; p99: number; answers: number };

/**
 * Requests a second over 64 connections without pipelining.
 * @throws when an answer has another status or a connection fails: a fast refusal is no result.
 */
export async function measure(target: Target): Promise<number> {
  return (await measureAll(target)).perSecond;
}

/** The same, with percentiles of the time that an answer takes, in ms, and how many there were. */
async function measureAll(target: Target): Promise<Measured> {
  const { url, host, method = "GET", body, nextBody, paths, status, seconds = 6 } = target;
  const requests = paths?.map((path) => ({ path }));
  let opened = 0;
  const result = await autocannon({
    url,
    method,
    connections,
    duration: seconds,
    // Seconds: what is slow is a figure, and no failure.
    timeout: 30,
    headers: {
      ...(host && { host }),
      ...(body && { "content-type": "application/json" }),
      ...target.headers,
    },
    ...(body && { body }),
    ...(nextBody && {
      setupClient: (client: {
        setBody(body: string): void;
        on(event: "response", listener: () => void): void;
      }) => {
        client.setBody(nextBody());
        client.on("response", () => client.setBody(nextBody()));
      },
    }),
    ...(requests && {
      setupClient: (client) => {
        const start = Math.floor((requests.length / connections) * opened);
        opened += 1;
        client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
      },
    }),
  });
  const others = Object.keys(result.statusCodeStats ?? {}).filter((code) =>
    status === undefined ? !code.startsWith("2") : code !== String(status),
  );
  if (others.length > 0 || result.errors > 0) {
    throw new Error(
      `${url}: answers with ${others.join(", ") || "no other status"}, ${result.errors} errors`,
    );
  }
  const { p50, p99 } = result.latency;
  return { perSecond: result.requests.average, p50, p99, answers: result.requests.total };
}

const rounds = 3;

/**
 * Control and target in turns, so that a slow moment of the machine meets both. The control is asked the same, since
 * requests that differ from each other cost the asking side more.
 */
export async function compare(target: Target, controlUrl: string) {
  const { status: _, ...asked } = target;
  const pairs: (Measured & { control: number })[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const control = await measure({ ...asked, url: controlUrl });
    pairs.push({ control, ...(await measureAll(target)) });
  }
  const middle = (of: (pair: Measured & { control: number }) => number) => median(pairs.map(of));
  return {
    control: middle((pair) => pair.control),
    measured: middle((pair) => pair.perSecond),
    ratio: middle((pair) => pair.perSecond / pair.control),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    answers: pairs.reduce((sum, { answers }) => sum + answers, 0),
  };
}

/** The middle value: one hiccup of the machine does not count. */
export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
