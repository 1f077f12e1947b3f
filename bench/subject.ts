import { join } from "node:path";
import { install } from "./install";
import { nodeVersions } from "./versions";

type Node = { path: string; version: string };

/** What the servers under test run on, and with which settings. */
export type Subject = {
  node: Node;
  env: Record<string, string>;
  /** A Postgres whose user may create databases: each server gets one of its own there. Without, it is embedded. */
  admin?: string;
};

export const thisNode: Node = { path: process.execPath, version: process.versions.node };

/**
 * A Node of npm, fetched where it is missing.
 * @param wanted a major version that `versions.ts` names, or a whole version
 * @throws when npm has no such binary for this platform
 */
export async function findNode(wanted: string | undefined): Promise<Node> {
  if (wanted === undefined) return thisNode;
  const version = nodeVersions[wanted] ?? wanted;
  // What the package `node` fetches by a script of its own.
  const folder = await install(`node-${process.platform}-${process.arch}`, version);
  return { path: join(folder, "bin", "node"), version };
}

export const majorOf = ({ version }: Node) => Number.parseInt(version, 10);
