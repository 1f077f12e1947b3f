/**
 * The routes of a build for Vercel (`.vercel/output/config.json`), run as its documentation of the Build Output API says:
 * in phases, between which it looks whether there is a file or a function of that name.
 */
export type Condition = { type: "host" | "header" | "cookie" | "query"; key?: string; value?: string };

export type Transform = {
  type: string;
  op: "set" | "append" | "delete";
  target: { key: string };
  args?: string;
};

export type Route = {
  src?: string;
  handle?: string;
  dest?: string;
  status?: number;
  methods?: string[];
  headers?: Record<string, string>;
  has?: Condition[];
  missing?: Condition[];
  transforms?: Transform[];
  middlewarePath?: string;
  continue?: boolean;
  check?: boolean;
};

/** A request on its way through the routes, which they change. */
export type Travelling = {
  method: string;
  path: string;
  /** The path that the function is told: as it was sent, or as the middleware wrote it anew. */
  asked: string;
  /** As it was sent, without the question mark. */
  query: string;
  headers: Headers;
  /** Headers for the answer. */
  answered: Headers;
  status?: number;
};

export type Found = { kind: "output"; path: string } | { kind: "answer"; response: Response };

export type Surroundings = {
  has(path: string): boolean;
  /** Runs the middleware: its own answer, or undefined when the request goes on. */
  middleware(name: string, travelling: Travelling): Promise<Response | undefined>;
};

const phases = ["", "filesystem", "miss", "rewrite", "resource"] as const;

/** What answers a request: a file or function by its path, or what the middleware says itself. */
export async function findOutput(
  routes: readonly Route[],
  travelling: Travelling,
  surroundings: Surroundings,
): Promise<Found> {
  for (const phase of phases) {
    for (const route of inPhase(routes, phase)) {
      const response = await follow(route, travelling, surroundings);
      if (response === "no match") continue;
      if (response) return { kind: "answer", response };
      if (route.check && surroundings.has(travelling.path)) break;
      if (!route.continue && !route.check) break;
    }
    if (travelling.status === undefined && surroundings.has(travelling.path)) {
      return { kind: "output", path: travelling.path };
    }
    if (travelling.status !== undefined && travelling.status >= 400) break;
  }
  return { kind: "output", path: "/404" };
}

function inPhase(routes: readonly Route[], phase: string): Route[] {
  let current = "";
  return routes.filter((route) => {
    if (route.handle !== undefined) current = route.handle;
    return route.handle === undefined && current === phase;
  });
}

async function follow(
  route: Route,
  travelling: Travelling,
  { middleware }: Surroundings,
): Promise<Response | "no match" | undefined> {
  const match = new RegExp(`^(?:${route.src ?? ".*"})$`, "i").exec(travelling.path);
  const isMeant =
    match &&
    (route.methods?.includes(travelling.method) ?? true) &&
    (route.has ?? []).every((each) => holds(each, travelling)) &&
    !(route.missing ?? []).some((each) => holds(each, travelling));
  if (!isMeant) return "no match";
  if (route.middlewarePath !== undefined) return middleware(route.middlewarePath, travelling);
  for (const each of route.transforms ?? []) transform(each, travelling);
  for (const [name, value] of Object.entries(route.headers ?? {})) travelling.answered.set(name, value);
  if (route.status !== undefined) travelling.status = route.status;
  if (route.dest !== undefined) goTo(filled(route.dest, match), travelling);
  return undefined;
}

function holds({ type, key = "", value }: Condition, { headers, query }: Travelling): boolean {
  const given = type === "query" ? new URLSearchParams(query).get(key) : headers.get(key);
  if (given === null) return false;
  return value === undefined || new RegExp(`^(?:${value})$`).test(given);
}

function transform({ type, op, target, args = "" }: Transform, { headers }: Travelling): void {
  if (type !== "request.headers") return;
  if (op === "delete") headers.delete(target.key);
  else headers.set(target.key, args);
}

function filled(dest: string, match: RegExpExecArray): string {
  return dest.replace(/\$(\w+)/g, (_, name: string) => match.groups?.[name] ?? match[Number(name)] ?? "");
}

/** Destinations are paths; their queries are added to what was sent. */
function goTo(dest: string, travelling: Travelling): void {
  const [path = "", query] = dest.split("?", 2);
  travelling.path = path.startsWith("/") ? path : `/${path}`;
  if (query) travelling.query = [travelling.query, query].filter(Boolean).join("&");
}
