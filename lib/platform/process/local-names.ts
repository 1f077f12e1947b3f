import dns, { type LookupAddress, type LookupOptions } from "node:dns";
import { syncBuiltinESMExports } from "node:module";

type Done = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Lets this process reach names below `localhost`, as browsers and curl do. Many systems can't resolve them, and `fetch`
 * takes no resolver of its own.
 */
export function resolveLocalNames(): void {
  const bySystem = dns.lookup as (...args: unknown[]) => void;
  const lookup = (name: string, ...rest: [LookupOptions, Done] | [Done]) => {
    const done = rest.at(-1);
    if (!/\.localhost\.?$/i.test(name) || typeof done !== "function") return bySystem(name, ...rest);
    const [options] = rest;
    if (typeof options === "object" && options.all) done(null, [{ address: "127.0.0.1", family: 4 }]);
    else done(null, "127.0.0.1", 4);
  };
  Object.assign(dns, { lookup });
  syncBuiltinESMExports();
}
