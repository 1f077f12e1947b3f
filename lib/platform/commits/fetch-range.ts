import { parseCommit } from "./commit-object";
import { CommitsError, garbage } from "./commits-error";
import { type Capabilities, command, type GitServer, textOf } from "./git-server";
import { commitsOfPack, type HashName } from "./packfile";

type Contents = Map<string, Buffer>;
type Range = { format: HashName; tip: string; since: Date };

/** Limit in bytes for all packs of one reading together. */
const bytesMax = 64 * 1024 * 1024;
/** Committer dates are not monotonic: a parent may be younger than its child. */
const slackMs = 14 * 24 * 60 * 60 * 1000;
const roundsMax = 40;
const wantsMax = 500;

/**
 * Contents of the commits that a branch got since a time, by object name, and of some older ones.
 *
 * A server that cuts history off at a date also cuts at every commit that has an older parent, and leaves out all
 * parents of that commit. A merge of an old branch thus hides newer commits of the main one. So missing parents of
 * commits in the range are requested again: first alone, to see their dates, then with their history.
 * @throws {CommitsError}
 */
export async function fetchRange(
  server: GitServer,
  capabilities: Capabilities,
  { format, tip, since }: Range,
): Promise<Contents> {
  const features = (capabilities.get("fetch") ?? "").split(" ");
  const filter = features.includes("filter") ? ["filter tree:0"] : [];
  const floor = since.getTime() - slackMs;
  const sinceFloor = `deepen-since ${Math.max(1, Math.floor(floor / 1000))}`;
  const contents: Contents = new Map();
  let bytes = 0;
  const fetch = async (wants: string[], depth: string[]) => {
    const pack = await fetchPack(server, {
      format,
      args: [...depth, ...filter],
      wants,
      bytesMax: bytesMax - bytes,
    });
    bytes += pack?.length ?? 0;
    if (pack) for (const [sha, content] of await commitsOfPack(pack, format)) contents.set(sha, content);
  };
  const dateOf = (sha: string) => {
    const content = contents.get(sha);
    if (!content) throw garbage(`commit ${sha} is missing`);
    return parseCommit(sha, content).committer.at.getTime();
  };

  if (!features.includes("shallow")) {
    await fetch([tip], []);
    dateOf(tip);
    return contents;
  }
  await fetch([tip], [sinceFloor]);
  let missing = contents.has(tip) ? missingBelow(tip, contents, floor) : [tip];
  for (let round = 0; missing.length > 0; round += 1) {
    if (round === roundsMax) throw tooManyRounds();
    const wanted = missing.slice(0, wantsMax);
    await fetch(wanted, ["deepen 1"]);
    const young = wanted.filter((sha) => dateOf(sha) >= floor);
    if (young.length > 0) await fetch(young, [sinceFloor]);
    missing = contents.has(tip) ? missingBelow(tip, contents, floor) : [];
  }
  return contents;
}

/** Parents that the server did not send, of commits that are not too old. */
function missingBelow(tip: string, contents: Contents, floor: number): string[] {
  const missing: string[] = [];
  const seen = new Set([tip]);
  const pending = [tip];
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    const content = contents.get(sha);
    if (!content) {
      missing.push(sha);
      continue;
    }
    const { committer, parents } = parseCommit(sha, content);
    if (committer.at.getTime() < floor) continue;
    for (const parent of parents) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      pending.push(parent);
    }
  }
  return missing;
}

type Fetch = { format: string; wants: string[]; args: string[]; bytesMax: number };

/** The pack with the wanted commits; undefined when the server has none that are young enough. */
async function fetchPack(
  server: GitServer,
  { format, wants, args, bytesMax }: Fetch,
): Promise<Buffer | undefined> {
  const lines = [...wants.map((sha) => `want ${sha}`), "no-progress", "ofs-delta", ...args, "done"];
  const chunks: Buffer[] = [];
  let packets = 0;
  let inPack = false;
  try {
    for await (const packet of command(server, "fetch", { format, args: lines, bytesMax })) {
      packets += 1;
      if (!Buffer.isBuffer(packet)) continue;
      if (inPack) addBand(packet, chunks);
      else inPack = textOf(packet) === "packfile";
    }
  } catch (error) {
    if (isEmptyRange(error)) return undefined;
    throw error;
  }
  if (inPack) return Buffer.concat(chunks);
  // Git's own server reports only on its terminal that no commit is young enough, and breaks off before the pack.
  if (args.some((arg) => arg.startsWith("deepen-since")) && packets <= 1) return undefined;
  throw garbage("there is no pack in it");
}

/** The first byte tells what a packet carries: 1 the pack, 2 progress, 3 a failure. */
function addBand(packet: Buffer, chunks: Buffer[]): void {
  const band = packet[0];
  if (band === 1) chunks.push(packet.subarray(1));
  else if (band === 3)
    throw new CommitsError("server", `The Git server says: ${textOf(packet.subarray(1, 300))}`);
  else if (band !== 2) throw garbage("it has a band that nobody knows");
}

/** Git's own words for a range without commits. */
function isEmptyRange(error: unknown): boolean {
  return error instanceof CommitsError && /no commits selected for shallow/i.test(error.message);
}

const tooManyRounds = () =>
  new CommitsError("too_large", "The repository's history is too tangled to read. Choose a shorter range.");
