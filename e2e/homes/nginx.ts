/**
 * Fieldkit on a server of one's own: the configuration that is shipped, in Debian's nginx, in front of the server, and the
 * API suite run through it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runPlaywright, runVitest } from "../check/run-command";
import { type Counts, sumOf } from "../check/steps";
import { endingWith } from "../check/suites";
import { endedWithinMs, startDoor, suiteEnv } from "../door";
import { freePort } from "../free-port";
import { hasEnded, waitFor } from "../processes";

const shipped = join(import.meta.dirname, "../../deploy/nginx");
const program = "nginx";

/** What of a browser's a proxy could change: entrance with its cookies, pages in parts, WebSockets. */
const pages = ["entrance", "pages", "webhooks-live"].map((name) => `e2e/app/${name}.spec.ts`);

/** All of the API's suite, and the dashboard in a browser. */
export const nginxHome = () =>
  behindNginx(async (env) => {
    const api = await apiSuite(env);
    const browser = await runPlaywright(["--project=dashboard", ...pages], { env, label: "pages nginx" });
    return sumOf([api, browser]);
  });

/** @param only names of test files; all when there are none */
export const nginxSuite = (only: readonly string[]) => behindNginx((env) => apiSuite(env, only));

const apiSuite = (env: Record<string, string>, only: readonly string[] = []) =>
  runVitest(["--project", "api", ...only], { env, label: "api nginx" });

async function behindNginx(work: (env: Record<string, string>) => Promise<Counts>): Promise<Counts> {
  const front = await freePort();
  const door = await startDoor("server", {}, { isFirst: true, front });
  return endingWith(door, "server door", async () => {
    const nginx = await startNginx(front, door.port);
    const env = { ...suiteEnv("server", door), FIELDKIT_PROXY: "nginx" };
    return endingWith(nginx, "nginx", () => work(env));
  });
}

/** nginx at `port`, with what is shipped, in front of Fieldkit at `upstream`. */
export async function startNginx(port: number, upstream: number) {
  const prefix = await mkdtemp(join(tmpdir(), "fieldkit-nginx-"));
  await writeSettings(prefix, port, upstream);
  const errors = () => readFile(join(prefix, "error.log"), "utf8").catch(() => "");
  const output: string[] = [];
  // In the foreground its processes end with it.
  const child = spawn(program, ["-p", prefix, "-c", "nginx.conf", "-g", "daemon off;", "-e", "error.log"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.on("error", (error) => output.push(`${program} can't be started: ${error.message}\n`));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  }
  const log = () => output.join("").slice(-20_000);
  const stop = async () => {
    await end(child);
    // What Fieldkit's answers made nginx complain about is of use when the tests failed.
    output.push((await errors()).slice(-20_000));
    await rm(prefix, { recursive: true, force: true });
  };
  const ready = await waitFor(async () => {
    if (child.pid === undefined || hasEnded(child)) return true;
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    return answer?.status === 200;
  }, 30_000);
  if (!ready || child.pid === undefined || hasEnded(child)) {
    await stop();
    throw new Error(`nginx did not become ready.\n${log()}`);
  }
  return { log, stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return;
  child.kill("SIGTERM");
  if (await waitFor(() => hasEnded(child), endedWithinMs)) return;
  child.kill("SIGKILL");
  throw new Error("nginx did not end on SIGTERM");
}

async function writeSettings(prefix: string, port: number, upstream: number): Promise<void> {
  await mkdir(join(prefix, "snippets"));
  const proxy = await readFile(join(shipped, "fieldkit-proxy.conf"), "utf8");
  await writeFile(join(prefix, "snippets", "fieldkit-proxy.conf"), proxy);
  const site = await readFile(join(shipped, "fieldkit.conf"), "utf8");
  await writeFile(join(prefix, "fieldkit.conf"), forLoopback(site, port, upstream));
  await writeFile(join(prefix, "nginx.conf"), around);
}

/**
 * Changes what a test on this machine has to: names, ports, and TLS, which needs a certificate. All else is as shipped.
 * @throws when the shipped file no longer has what is changed here
 */
export function forLoopback(site: string, port: number, upstream: number): string {
  const changes: [RegExp, string][] = [
    [/^server \{\n {4}listen 80;[\s\S]*?^\}\n/gm, ""],
    [/^ {4}listen \[::\]:443 .*\n/gm, ""],
    [/^ {4}ssl_.*\n/gm, ""],
    [/listen 443 ssl http2;/g, `listen 127.0.0.1:${port};`],
    [/server 127\.0\.0\.1:3000;/g, `server 127.0.0.1:${upstream};`],
    [/server_name fieldkit\.example\.com;/g, "server_name localhost;"],
    [/server_name \.mocks\.example\.com;/g, "server_name .mock.localhost;"],
  ];
  return changes.reduce((text, [from, to]) => {
    if (!from.test(text)) throw new Error(`deploy/nginx/fieldkit.conf has nothing like ${from}`);
    return text.replace(from, to);
  }, site);
}

/** What Debian's `nginx.conf` has around it, as far as it touches answers, and files below the prefix. */
const around = `
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 2;
worker_rlimit_nofile 16384;
pid nginx.pid;
events { worker_connections 8192; }
http {
  error_log error.log warn;
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  sendfile on;
  tcp_nopush on;
  types_hash_max_size 2048;
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  gzip on;
  include fieldkit.conf;
}
`;
