import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SOCKET_NAME = ".s.PGSQL.5432";
/** sun_path holds 108 bytes on Linux and 104 on macOS, with the zero at the end. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * The connection string for a socket directory. Host, port and sslmode are spelled out, because pg would
 * otherwise take PGPORT and PGSSLMODE from the environment.
 */
export function embeddedUrl(socketDir: string): string {
  const host = encodeURIComponent(socketDir);
  return `postgresql://postgres@localhost:5432/postgres?host=${host}&sslmode=disable`;
}

/** `dataDir` itself, or a fresh private directory when the socket's path there would be too long. */
export function chooseSocketDir(dataDir: string): { socketDir: string; socketDirIsTemporary: boolean } {
  const fits = Buffer.byteLength(join(dataDir, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES;
  if (fits) return { socketDir: dataDir, socketDirIsTemporary: false };
  // mkdtemp creates it with mode 0700.
  return { socketDir: mkdtempSync(join(tmpdir(), "fieldkit-")), socketDirIsTemporary: true };
}
