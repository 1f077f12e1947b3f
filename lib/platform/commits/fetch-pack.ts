import { type Commit, parseCommit } from "./commit-object";
import { CommitsError, garbage } from "./commits-error";
import { type Capabilities, type Counted, command, type GitServer, textOf } from "./git-server";
import { PackBlocks } from "./pack-blocks";
import { commitsOfPack, type HashName } from "./packfile";
import { ReadingBudget } from "./reading-limits";

export type Wanted = {
  wants: readonly string[];
  /** Commits that are not sent, nor any that they descend from. */
  haves?: readonly string[];
  /** Where to cut history off, in the protocol's words. */
  depth?: readonly string[];
};

/** What a server can do beside the protocol's minimum. */
export const fetchFeatures = (capabilities: Capabilities): string[] =>
  (capabilities.get("fetch") ?? "").split(" ");

/** Reads commits from one server, each parsed once, within the limits of one reading. */
export class CommitFetcher {
  readonly commits = new Map<string, Commit>();
  readonly #budget = new ReadingBudget();
  readonly #filter: readonly string[];
  /** How many commits earlier packs had. */
  #before = 0;

  constructor(
    private readonly server: GitServer,
    private readonly format: HashName,
    capabilities: Capabilities,
  ) {
    this.#filter = fetchFeatures(capabilities).includes("filter") ? ["filter tree:0"] : [];
  }

  /** @throws {CommitsError} */
  async fetch({ wants, haves = [], depth = [] }: Wanted): Promise<void> {
    const bytesMax = this.#budget.left("received");
    const args = [...haves.map((sha) => `have ${sha}`), ...depth, ...this.#filter];
    const counted: Counted = (done, total) => {
      // Without a filter most of what comes is files.
      if (this.#filter.length > 0) this.server.counted?.(this.#before + done, this.#before + total);
    };
    const pack = await fetchPack(this.server, { format: this.format, args, wants, bytesMax, counted });
    if (!pack) return;
    this.#budget.spend("received", pack.length);
    const found = await commitsOfPack(pack, this.format, this.#budget, counted);
    this.#before += pack.readUInt32BE(8);
    for (const [sha, content] of found) {
      if (!this.commits.has(sha)) this.commits.set(sha, parseCommit(sha, content));
    }
  }
}

/** All commits that can be reached from one, as far as they were fetched; newest committer date first. */
export function reachable(tip: string, found: ReadonlyMap<string, Commit>): Commit[] {
  const commits: Commit[] = [];
  const seen = new Set([tip]);
  const pending = [tip];
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    const commit = found.get(sha);
    if (!commit) continue;
    commits.push(commit);
    for (const parent of commit.parents) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      pending.push(parent);
    }
  }
  return commits.sort((a, b) => b.committer.at.getTime() - a.committer.at.getTime());
}

type Fetch = {
  format: string;
  wants: readonly string[];
  args: readonly string[];
  bytesMax: number;
  counted: Counted;
};

/** The pack with the wanted commits; undefined when the server has none that are young enough. */
async function fetchPack(
  server: GitServer,
  { format, wants, args, bytesMax, counted }: Fetch,
): Promise<Buffer | undefined> {
  const lines = [...wants.map((sha) => `want ${sha}`), "no-progress", "ofs-delta", ...args, "done"];
  const blocks = new PackBlocks();
  let packets = 0;
  let inPack = false;
  try {
    for await (const packet of command(server, "fetch", { format, args: lines, bytesMax })) {
      packets += 1;
      if (!Buffer.isBuffer(packet)) continue;
      if (inPack) {
        // A pack begins with how many objects it has, long before it is there.
        if (packet[0] === 1 && packet.length >= 13 && packet.toString("latin1", 1, 5) === "PACK")
          counted(0, packet.readUInt32BE(9));
        addBand(packet, blocks);
      } else inPack = textOf(packet) === "packfile";
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
