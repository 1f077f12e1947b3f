import { parseArgs } from "node:util";

export type Arguments = {
  /** One benchmark instead of the whole table; a part of it may follow. With `peers`, names of peers. */
  names: string[];
  peers: boolean;
  /** A major or a whole version of Node for the servers under test. */
  node?: string;
  workers?: number;
  /** Whether the servers under test have Postgres instead of the embedded database. */
  postgres: boolean;
};

const options = {
  peers: { type: "boolean", default: false },
  node: { type: "string" },
  workers: { type: "string" },
  postgres: { type: "boolean", default: false },
} as const;

export const usage =
  "Usage: npm run bench -- [name [part]] [--node 24] [--workers 2] [--postgres]\n" +
  "       npm run bench -- --peers [name …] [--node 24] [--workers 2] [--postgres]";

/** @throws when an argument is unknown or no such value */
export function parseArguments(argv: string[]): Arguments {
  const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true });
  const { node, workers } = values;
  if (node !== undefined && !/^\d+(\.\d+\.\d+)?$/.test(node)) {
    throw new Error(`--node is a version such as 24 or 24.9.0, not ${node}`);
  }
  if (workers !== undefined && !/^[1-9]\d?$/.test(workers)) {
    throw new Error(`--workers is a number from 1 to 99, not ${workers}`);
  }
  return {
    names: positionals,
    peers: values.peers,
    postgres: values.postgres,
    ...(node && { node }),
    ...(workers && { workers: Number(workers) }),
  };
}
