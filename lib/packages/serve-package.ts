import { LRUCache } from "lru-cache";
import { db } from "@/db/database";
import { Answer, flat } from "@/lib/operations/answer";
import { answering, type RouteHandler } from "@/lib/operations/answering";
import { notFound } from "@/lib/operations/errors";
import { isPackagePath, packageFile } from "@/lib/platform/env/package-files";
import { singleton } from "@/lib/platform/singleton";
import { readPackage } from "./stored-packages";

/** Files never change, so that repeated installations need no query. */
const cached = () => singleton("packages", () => new LRUCache<string, Buffer>({ max: 8 }));

/** `/sdk.tgz` and `/cli.tgz` redirect to the newest version. A URL with a version has the same bytes forever. */
export const servePackage: RouteHandler = (request, { params }) =>
  answering(request, async () => {
    const { file = "" } = params;
    if (!isPackagePath(`/${file}`)) throw notFound("Package");
    if (file === "cli.tgz" || file === "sdk.tgz") {
      const newest = packageFile(file === "cli.tgz" ? "cli" : "sdk");
      // Nothing was packed.
      if (newest === file) throw notFound("Package");
      return new Answer(307, flat({ location: `/${newest}`, "cache-control": "no-store" }), null);
    }
    const content = cached().get(file) ?? (await readPackage(db(), file));
    if (!content) throw notFound("Package");
    cached().set(file, content);
    return new Answer(200, flat(headers), content);
  });

const headers = {
  "content-type": "application/gzip",
  "x-content-type-options": "nosniff",
  "cache-control": "public, max-age=31536000, immutable",
};
