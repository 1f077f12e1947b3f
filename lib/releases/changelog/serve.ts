import { db } from "@/db/database";
import { Answer, flat } from "@/lib/operations/answer";
import { answering, type RouteHandler } from "@/lib/operations/answering";
import { corsLines } from "@/lib/operations/cors";
import { entityTag, matches } from "@/lib/operations/entity-tag";
import { AppError } from "@/lib/operations/errors";
import type { ChangelogPlace } from "./address";
import { listPublicReleases, requireChangelog, requirePublicPlace, requirePublicRelease } from "./changelog";
import { type FeedKind, feedText } from "./feeds";
import { font, fontPath, fontVersion } from "./font";
import { listPage, nothingPage, releasePage } from "./page";
import { contentSecurityPolicy } from "./style";

const onPage = 10;
const inFeed = 30;

/** `/changelog/:team/:project`, with `?before=<release>` for older releases. */
export const serveChangelog: RouteHandler = (request, { params }) =>
  answering(request, () =>
    page(request, async () => {
      const changelog = await requireChangelog(db(), placeOf(params));
      const before = new URL(request.url).searchParams.get("before");
      const after = before === null ? undefined : await requirePublicPlace(db(), changelog, before);
      const releases = await listPublicReleases(db(), changelog, onPage + 1, after);
      return listPage(changelog, releases.slice(0, onPage), releases.length > onPage);
    }),
  );

/** `/changelog/:team/:project/:releaseId` */
export const servePublicRelease: RouteHandler = (request, { params }) =>
  answering(request, () =>
    page(request, async () => {
      const changelog = await requireChangelog(db(), placeOf(params));
      return releasePage(changelog, await requirePublicRelease(db(), changelog, params.releaseId ?? ""));
    }),
  );

/** Any other address below `/changelog`. */
export const serveNothing: RouteHandler = (request) => answering(request, async () => nothing());

const serveFeed =
  (kind: FeedKind, contentType: string): RouteHandler =>
  (request, { params }) =>
    answering(request, async () => {
      const changelog = await requireChangelog(db(), placeOf(params));
      const releases = await listPublicReleases(db(), changelog, inFeed);
      // Feed readers in browsers request it from pages of another origin.
      const headers = { ...plainly, ...Object.fromEntries(corsLines("*")) };
      return kept(request, feedText(kind, changelog, releases), contentType, headers);
    });

export const serveRss = serveFeed("rss", "application/rss+xml; charset=utf-8");
export const serveAtom = serveFeed("atom", "application/atom+xml; charset=utf-8");
export const serveJsonFeed = serveFeed("json", "application/feed+json; charset=utf-8");

/** The font of the pages, at an address that contains its version. */
export const serveFont: RouteHandler = (request) =>
  answering(request, async () => {
    const isCurrent = new URL(request.url).searchParams.get("v") === fontVersion;
    const kept = isCurrent ? "public, max-age=31536000, immutable" : "public, max-age=60";
    return new Answer(200, flat({ ...plainly, "content-type": "font/woff2", "cache-control": kept }), font);
  });

const placeOf = ({ team = "", project = "" }: Record<string, string>): ChangelogPlace => ({ team, project });

const plainly = { "x-content-type-options": "nosniff" };
const pageType = "text/html; charset=utf-8";
const pageHeaders = {
  ...plainly,
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "strict-origin-when-cross-origin",
};

async function page(request: Request, make: () => Promise<string>): Promise<Answer> {
  try {
    return kept(request, await make(), pageType, pageHeaders);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return nothing();
    throw error;
  }
}

/** Browsers revalidate each time and mostly get 304; caches in between revalidate once a minute. */
function kept(request: Request, body: string, contentType: string, headers: Record<string, string>): Answer {
  const etag = entityTag(body);
  const all = { ...headers, etag, "cache-control": "public, max-age=0, s-maxage=60" };
  if (matches(request.headers.get("if-none-match"), etag)) return new Answer(304, flat(all), null);
  return new Answer(200, flat({ ...all, "content-type": contentType }), body);
}

const nothing = () => new Answer(404, flat({ ...pageHeaders, "content-type": pageType }), nothingPage());

/** The routes for the server; Next has a file for each. Of two that match, the first one answers. */
export const changelogRoutes: readonly { path: string; serve: RouteHandler }[] = [
  { path: "/changelog/:team/:project/rss.xml", serve: serveRss },
  { path: "/changelog/:team/:project/atom.xml", serve: serveAtom },
  { path: "/changelog/:team/:project/feed.json", serve: serveJsonFeed },
  { path: "/changelog/:team/:project", serve: serveChangelog },
  { path: "/changelog/:team/:project/:releaseId", serve: servePublicRelease },
  { path: fontPath, serve: serveFont },
  { path: "/changelog/*", serve: serveNothing },
];
