import { request } from "node:http";
import { startControl } from "./control";
import { compare, measure, type Target } from "./load";
import { familyCpuSeconds } from "./process-family";
import type { Site } from "./site";
import type { Row, Wanted } from "./table";

type Compared = Row & { answers: number };

/** What a server does of one kind of work, next to a bare one on the same Node that sends such an answer. */
export async function rateRow(
  work: string,
  target: Target,
  { pid, node }: Pick<Site, "pid" | "node">,
  wanted?: Wanted,
): Promise<Compared> {
  const answer = await askOnce(target);
  const control = await startControl(answer || "{}", node);
  try {
    await measure({ ...target, seconds: 2 });
    const before = familyCpuSeconds(pid);
    // The server has nothing to do while the bare one is asked.
    const compared = await compare(target, control.url);
    const cpu = (familyCpuSeconds(pid) - before) / compared.answers;
    return { work, cpu, ...compared, ...(wanted && { wanted }) };
  } finally {
    control.stop();
  }
}

/**
 * The body of one answer.
 * @throws when its status is another one than the target's
 */
export function askOnce({ url, paths, host, method, headers, body, status = 200 }: Target): Promise<string> {
  const sent = { ...headers, ...(host && { host }), ...(body && { "content-type": "application/json" }) };
  return new Promise((resolve, reject) => {
    const asked = request(new URL(paths?.[0] ?? "", url), { method, headers: sent }, async (response) => {
      let text = "";
      for await (const chunk of response.setEncoding("utf8")) text += chunk;
      const isExpected = response.statusCode === status || (status === 200 && response.statusCode === 201);
      if (isExpected) resolve(text);
      else reject(new Error(`${url} answers ${response.statusCode}: ${text.slice(0, 500)}`));
    });
    asked.once("error", reject).end(body);
  });
}
