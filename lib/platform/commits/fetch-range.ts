import { type Commit, parseCommit } from "./commit-object";
import { CommitsError, garbage } from "./commits-error";
import { type Capabilities, command, type GitServer, textOf } from "./git-server";
import { PackBlocks } from "./pack-blocks";
import { commitsOfPack, type HashName } from "./packfile";
import { ReadingBudget } from "./reading-limits";

/** Each parsed once, by object name. */
type Commits = Map<string, Commit>;
type Range = { format: HashName; tip: string; since: Date };

/** Committer dates are not monotonic: a parent may be younger than its child. */
const slackMs = 14 * 24 * 60 * 60 * 1000;
const roundsMax = 40;
const wantsMax = 500;

/**
 * The commits that a branch got since a time, and some older ones.
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
): Promise<Commits> {
  const features = (capabilities.get("fetch") ?? "").split(" ");
  const filter = features.includes("filter") ? ["filter tree:0"] : [];
  const floor = since.getTime() - slackMs;
  const sinceFloor = `deepen-since ${Math.max(1, Math.floor(floor / 1000))}`;
  const commits: Commits = new Map();
  const budget = new ReadingBudget();
  const fetch = async (wants: string[], depth: string[]) => {
    const bytesMax = budget.left("received");
    const pack = await fetchPack(server, { format, args: [...depth, ...filter], wants, bytesMax });
    if (!pack) return;
    budget.spend("received", pack.length);
    for (const [sha, content] of await commitsOfPack(pack, format, budget)) {
      if (!commits.has(sha)) commits.set(sha, parseCommit(sha, content));
    }
  };
  const dateOf = (sha: string) => {
    const commit = commits.get(sha);
    if (!commit) throw garbage(`commit ${sha} is missing`);
    return commit.committer.at.getTime();
  };

  if (!features.includes("shallow")) {
    await fetch([tip], []);
    dateOf(tip);
    return commits;
  }
  await fetch([tip], [sinceFloor]);
  let missing = commits.has(tip) ? missingBelow(tip, commits, floor) : [tip];
  for (let round = 0; missing.length > 0; round += 1) {
    if (round === roundsMax) throw tooManyRounds();
    const wanted = missing.slice(0, wantsMax);
    await fetch(wanted, ["deepen 1"]);
    const young = wanted.filter((sha) => dateOf(sha) >= floor);
    if (young.length > 0) await fetch(young, [sinceFloor]);
    missing = commits.has(tip) ? missingBelow(tip, commits, floor) : [];
  }
  return commits;
}

/** Parents that the server did not send, of commits that are not too old. */
function missingBelow(tip: string, commits: Commits, floor: number): string[] {
  const missing: string[] = [];
  const seen = new Set([tip]);
  const pending = [tip];
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    const commit = commits.get(sha);
    if (!commit) {
      missing.push(sha);
      continue;
    }
    const { committer, parents } = commit;
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
  const blocks = new PackBlocks();
  let packets = 0;
  let inPack = false;
  try {
    for await (const packet of command(server, "fetch", { format, args: lines, bytesMax })) {
      packets += 1;
      if (!Buffer.isBuffer(packet)) continue;
      if (inPack) addBand(packet, blocks);
      else inPack = textOf(packet) === "packfile";
    }
  } catch (error) {
    if (isEmptyRange(error)) return undefined;
    throw error;
  }
  if (inPack) return blocks.whole();
  // Git's own server reports only on its terminal that no commit is young enough, and breaks off before the pack.
  if (args.some((arg) => arg.startsWith("deepen-since")) && packets <= 1) return undefined;
  throw garbage("there is no pack in it");
}

/** The first byte tells what a packet carries: 1 the pack, 2 progress, 3 a failure. */
function addBand(packet: Buffer, blocks: PackBlocks): void {
  const band = packet[0];
  if (band === 1) blocks.add(packet.subarray(1));
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
