import { lookup, Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { hostname as ownName } from "node:os";
import { lazily, singleton } from "@/lib/platform/singleton";
import { SharedFlights } from "./shared-flights";

export type Addresses = readonly { address: string }[];
type Settings = {
  hostsFile: string;
  /** `lookup` of Node. */
  ofSystem: (hostname: string) => Promise<Addresses>;
  /** Name servers, instead of the system's. */
  servers?: readonly string[];
  /** For all questions about one name, in ms. */
  deadlineMs: number;
  rememberedMs: number;
};

const tries = { timeout: 2000, tries: 2 };
const namesMax = 1000;
/** More than any honest name has. The rest is not connected to either, so that nobody need judge it. */
const addressesOfFamilyMax = 64;
const hostsFileMs = 60_000;

/** What says that there is no such name, or none with an address. All else may be a moment's fault. */
const unknown = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

/**
 * Finds the addresses of host names. The system's own look-up blocks one of the few threads that all of the process
 * looks names up in, for as long as a name server likes, and a foreign name's server belongs to a stranger. So foreign
 * names are asked for over sockets of their own. The system is asked for what the operator says: origins that are
 * allowed, which may have names that only it knows, and names of the hosts file.
 */
export class AddressFinder {
  readonly #settings: Settings;
  readonly #names: SharedFlights<Addresses>;
  readonly #hosts = new SharedFlights<ReadonlySet<string>>({ max: 1, rememberedMs: hostsFileMs });

  constructor(settings: Partial<Settings> = {}) {
    this.#settings = {
      hostsFile: "/etc/hosts",
      ofSystem: (hostname) => lookup(hostname, { all: true }),
      deadlineMs: 5000,
      rememberedMs: 3000,
      ...settings,
    };
    this.#names = new SharedFlights({ max: namesMax, rememberedMs: this.#settings.rememberedMs });
  }

  /**
   * @param isAllowed whether the operator allows what is called there
   * @throws an error with the code of the system's look-up: `ENOTFOUND`, or `EAI_AGAIN` if nobody could tell
   */
  find(hostname: string, isAllowed: boolean): Promise<Addresses> {
    return this.#names.get(`${isAllowed ? "allowed" : "foreign"} ${hostname}`, async () => {
      const { ofSystem } = this.#settings;
      return isAllowed || (await this.#isOfMachine(hostname)) ? ofSystem(hostname) : this.#ask(hostname);
    });
  }

  async #isOfMachine(hostname: string): Promise<boolean> {
    const { hostsFile } = this.#settings;
    const names = await this.#hosts.get(hostsFile, () => namesIn(hostsFile));
    return names.has(hostname.toLowerCase());
  }

  async #ask(hostname: string): Promise<Addresses> {
    const { servers, deadlineMs } = this.#settings;
    // One for each name: only so can its questions be ended, and it knows today's name servers.
    const resolver = new Resolver(tries);
    if (servers) resolver.setServers(servers);
    const deadline = setTimeout(() => resolver.cancel(), deadlineMs);
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    clearTimeout(deadline);
    // IPv4 first: not every machine has IPv6, and the system, which would know, was not asked.
    const found = answers.flatMap((each) =>
      each.status === "fulfilled" ? each.value.slice(0, addressesOfFamilyMax) : [],
    );
    if (found.length > 0) return found.map((address) => ({ address }));
    throw failureOf(hostname, answers);
  }
}

/** As the system's look-up fails, whose codes callers know. */
function failureOf(hostname: string, answers: readonly PromiseSettledResult<unknown>[]): Error {
  const causes = answers.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  const unsure = causes.find((cause) => !unknown.has(String(cause?.code)));
  const code = unsure ? "EAI_AGAIN" : "ENOTFOUND";
  const cause = unsure ?? causes[0];
  return Object.assign(new Error(`looking up ${hostname}: ${code}`, { cause }), { code });
}

/** Names that the machine knows without asking anybody, in lower case. */
async function namesIn(hostsFile: string): Promise<ReadonlySet<string>> {
  // There is none everywhere.
  const text = await readFile(hostsFile, "utf8").catch(() => "");
  const names = text
    .toLowerCase()
    .split("\n")
    .flatMap((line) => line.replace(/#.*/, "").trim().split(/\s+/).slice(1));
  return new Set([...names, ownName().toLowerCase()]);
}

/** Of this process. */
export const addressFinder = lazily(() => singleton("addresses of host names", () => new AddressFinder()));
