import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLocalClient, type LocalClient, type LocalOptions } from "./server";

vi.mock("./platform", () => import("./platform.node"));

const snapshot =
  '{"format":1,"groups":[],"flags":[{"key":"beta","enabled":true,"rollout":100,"rolloutBasisPoints":null,"salt":"beta","values":null,"variants":null,"targeting":null}],"segments":[],"records":[],"isComplete":true}';

let isAway: boolean;
let errors: Error[];
let folder: string;
const clients: LocalClient[] = [];

beforeEach(() => {
  [isAway, errors] = [false, []];
  folder = mkdtempSync(join(tmpdir(), "fieldkit-sdk-"));
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  rmSync(folder, { recursive: true });
});

async function open(options: Partial<LocalOptions>): Promise<LocalClient> {
  const client = createLocalClient({
    ...{ url: "https://fieldkit.test", key: "fk_x", updates: "none", countUses: false },
    fetch: async () => {
      if (isAway) throw new TypeError("fetch failed");
      return new Response(snapshot);
    },
    onError: (error) => errors.push(error),
    ...options,
  });
  clients.push(client);
  await client.ready();
  return client;
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 120_000 });

async function keep(): Promise<string> {
  const file = join(folder, "flags.json");
  await open({ file });
  await eventually(() => expect(readFileSync(file, "utf8")).toContain("beta"));
  isAway = true;
  return file;
}

test("a client starts with the last snapshot while Fieldkit is away", async () => {
  const client = await open({ file: await keep() });
  expect([client.isOn("beta"), client.status]).toEqual([true, "stale"]);
});

test.each<[string, Partial<LocalOptions>]>([
  ["another project", { key: "fk_y" }],
  ["another environment", { environment: "staging" }],
  ["another instance", { url: "https://other.test" }],
])("a client ignores the snapshot of %s", async (_, options) => {
  const client = await open({ file: await keep(), ...options });
  expect(client.status).toBe("failed");
});

test("the folder of the file is created", async () => {
  const file = join(folder, "below", "flags.json");
  await open({ file });
  await eventually(() => expect(readFileSync(file, "utf8")).toContain("beta"));
});

test("a file that can't be written is reported, and a broken one is ignored", async () => {
  writeFileSync(join(folder, "flags.json"), "{");
  await open({ file: join(folder, "flags.json", "flags.json") });
  await eventually(() => expect(errors.map(({ message }) => message).join()).toContain("file"));
  isAway = true;
  const client = await open({ file: join(folder, "flags.json") });
  expect(client.status).toBe("failed");
});
