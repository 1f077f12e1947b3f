import { readFileSync } from "node:fs";
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { promisify } from "node:util";
import { endAfterBody } from "@/lib/api/end-after-body";
import type { BuiltFunction } from "./folders";
import { Instances, type StartInstance } from "./instances";
import { findOutput, type Route, type Travelling } from "./routes";

export type StaticFile = { path: string; contentType: string | undefined };

/** What a platform is given: where a path leads, and what runs or lies there. */
export type Build = {
  routes: readonly Route[];
  /** By their path, such as `/api/teams/[teamId]`. */
  functions: ReadonlyMap<string, BuiltFunction>;
  file(path: string): StaticFile | undefined;
  /** Responds, or changes the request and passes it on. */
  middleware?: (travelling: Travelling, origin: string) => Promise<Response | undefined>;
};

type Options = {
  build: Build;
  origin: string;
  /** Of the functions. With TRUST_PROXY set, the caller plays the platform's proxy and says who its callers are. */
  env: NodeJS.ProcessEnv;
  instance: Pick<StartInstance, "program" | "neonPort">;
};

const flow = promisify(pipeline);

/** What Vercel has in front of functions: addresses of callers, routes, the middleware, files. */
export function createFront({ build, origin, env, instance }: Options) {
  const { routes, functions, file: files, middleware } = build;
  const instances = new Map<string, Instances>();

  const functionAt = (path: string) => functions.get(path === "/" ? "/index" : path);
  const instancesOf = (built: BuiltFunction) => {
    const known = instances.get(built.folder);
    const made = known ?? new Instances({ ...instance, launcher: built.launcher, env });
    instances.set(built.folder, made);
    return made;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const travelling = begun(request, origin, Boolean(env.TRUST_PROXY));
    const found = await findOutput(routes, travelling, {
      has: (path) => functionAt(path) !== undefined || files(path) !== undefined,
      middleware: async (_, each) => middleware?.(each, origin),
    });
    if (found.kind === "answer") return sendResponse(found.response, response);
    const built = functionAt(found.path);
    if (built) {
      // The platform has the whole body before it calls a function.
      const body = await wholeBody(request);
      if (body === undefined) return tooLarge(request, response);
      const port = await instancesOf(built).wake();
      return invoke({ port, matched: found.path, body }, travelling, request, response);
    }
    const file = files(found.path);
    response.writeHead(travelling.status ?? (file ? 200 : 404), {
      ...Object.fromEntries(travelling.answered),
      ...(file?.contentType && { "content-type": file.contentType }),
    });
    response.end(file ? readFileSync(file.path) : "");
  };

  const inTurn = turns();
  const server = createServer({ requireHostHeader: true, maxHeaderSize: 65_536 }, (request, response) => {
    inTurn(request.socket, () => answer(request, response)).catch((error: unknown) => {
      // Whoever breaks off is told nothing.
      if (!request.destroyed) process.stderr.write(`${String(error)}\n`);
      if (response.headersSent || request.destroyed) response.destroy();
      else response.writeHead(502).end("FUNCTION_INVOCATION_FAILED");
    });
  });
  // The platform holds no WebSockets, and passes such a request on as a plain one.
  return { server, stop: () => Promise.all([...instances.values()].map((each) => each.stop())) };
}

/** More than Vercel's 4.5 MB, so that what Fieldkit itself says of large bodies is seen. */
const bodyBytesMax = 16 * 1024 * 1024;

/** Undefined when it is too large, which is known before all of it is read. Rejects when it breaks off. */
async function wholeBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > bodyBytesMax) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  const read: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of read) {
    bytes += chunk.byteLength;
    if (bytes > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Its caller still sends. A connection that just ended would be reset, and take the answer along. */
function tooLarge(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(413, { "content-type": "text/plain", connection: "close" });
  endAfterBody(request, response, "FUNCTION_PAYLOAD_TOO_LARGE");
}

/** What comes in a row over one connection is passed on one after the other. */
function turns() {
  const last = new WeakMap<object, Promise<unknown>>();
  return (connection: object, work: () => Promise<void>): Promise<void> => {
    const mine = (last.get(connection) ?? Promise.resolve()).then(work, work);
    last.set(connection, mine);
    return mine;
  };
}

function begun(request: IncomingMessage, origin: string, isPlayed: boolean): Travelling {
  const headers = new Headers();
  const { rawHeaders } = request;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  if (!isPlayed) {
    // Whatever the caller says of itself is replaced.
    const address = request.socket.remoteAddress ?? "";
    headers.set("x-forwarded-for", address);
    headers.set("x-forwarded-host", request.headers.host ?? "");
    headers.set("x-forwarded-proto", new URL(origin).protocol.replace(":", ""));
  }
  headers.set("x-vercel-id", "local::1");
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/]*/i, "") || "/";
  const at = target.indexOf("?");
  const path = at === -1 ? target : target.slice(0, at);
  return {
    method: request.method ?? "GET",
    path,
    asked: path,
    query: at === -1 ? "" : target.slice(at + 1),
    headers,
    answered: new Headers(),
  };
}

type Invoked = { port: number; matched: string; body: Buffer };

async function invoke(
  { port, matched, body }: Invoked,
  { asked: asPath, headers, query, method, answered }: Travelling,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // The parameters of the path that was matched are in the query.
  const path = `${asPath}${query ? `?${query}` : ""}`;
  const rawHeaders = passedOn(request, headers, matched);
  await new Promise<void>((resolve, reject) => {
    const asked = ask(
      { host: "127.0.0.1", port, path, method, headers: rawHeaders, agent: false },
      (given) => {
        const lines = [...given.rawHeaders];
        for (const [name, value] of answered) {
          if (given.headers[name] === undefined) lines.push(name, value);
        }
        response.writeHead(given.statusCode ?? 502, given.statusMessage, withoutConnection(lines));
        flow(given, response).then(resolve, reject);
      },
    );
    asked.on("error", reject);
    response.on("close", () => asked.destroy());
    asked.end(body);
  });
}

/** The caller's headers as they came, with their names and repetitions, but for those that the platform changed. */
function passedOn({ rawHeaders }: IncomingMessage, headers: Headers, matched: string): string[] {
  const lines: string[] = [];
  const sent = new Map<string, string[]>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    const value = rawHeaders[at + 1] ?? "";
    sent.set(name.toLowerCase(), [...(sent.get(name.toLowerCase()) ?? []), value]);
  }
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    const isSame = headers.get(name) === joined(name, sent);
    if (isSame && !/^(connection|upgrade|keep-alive)$/i.test(name))
      lines.push(name, rawHeaders[at + 1] ?? "");
  }
  for (const [name, value] of headers) {
    if (joined(name, sent) !== value) lines.push(name, value);
  }
  lines.push("x-matched-path", matched, "connection", "close");
  return lines;
}

/** As `Headers` gives several of one name. */
const joined = (name: string, sent: ReadonlyMap<string, string[]>) =>
  sent.get(name.toLowerCase())?.join(/^cookie$/i.test(name) ? "; " : ", ");

const withoutConnection = (lines: string[]) =>
  lines.flatMap((line, at) => {
    const name = lines[at - (at % 2)] ?? "";
    return /^(connection|keep-alive)$/i.test(name) ? [] : [line];
  });

async function sendResponse(given: Response, response: ServerResponse): Promise<void> {
  response.writeHead(given.status, Object.fromEntries(given.headers));
  response.end(Buffer.from(await given.arrayBuffer()));
}
