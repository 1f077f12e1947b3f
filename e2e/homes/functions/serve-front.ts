import { once } from "node:events";
import { rmSync } from "node:fs";
import type { createFront } from "./front";

/** What has to be ended with the front, the last first. */
export type Closing = (() => unknown)[];

export function requireSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must be set`);
  return value;
}

/** What functions are told of their address and secret, and that they are functions. */
export function functionEnv(port: number): NodeJS.ProcessEnv & { APP_URL: string } {
  return {
    ...process.env,
    VERCEL: "1",
    VERCEL_ENV: "production",
    NODE_ENV: "production",
    AUTH_SECRET: process.env.AUTH_SECRET || "a secret of thirty-two characters",
    APP_URL: process.env.APP_URL || `http://localhost:${port}`,
    MOCK_DOMAIN: process.env.MOCK_DOMAIN || `mock.localhost:${port}`,
    PORT: "",
  };
}

/** Listens until this process is told to end. */
export async function serveFront(
  front: ReturnType<typeof createFront>,
  port: number,
  closing: Closing,
): Promise<void> {
  front.server.listen(port);
  await once(front.server, "listening");
  process.stdout.write(`Functions are served at port ${port}\n`);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, async () => {
      front.server.close();
      front.server.closeAllConnections();
      for (const close of [() => front.stop(), ...closing.toReversed()]) {
        await Promise.resolve()
          .then(close)
          .catch((error: unknown) => process.stderr.write(`${error}\n`));
      }
      process.exit(0);
    });
  }
}

export const removeFolder = (folder: string) => () => rmSync(folder, { recursive: true, force: true });
