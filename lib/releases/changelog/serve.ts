import { db } from "@/db/database";
import { clientNetworkOf } from "@/lib/auth/client-address";
import { countRate } from "@/lib/auth/limits";
import { Answer, flat } from "@/lib/operations/answer";
import { answering, type RouteHandler } from "@/lib/operations/answering";
import { withCors } from "@/lib/operations/cors";
import { entityTag, matches } from "@/lib/operations/entity-tag";
import { AppError, notFound, statusOf } from "@/lib/operations/errors";
import { readLogo } from "../settings/logo";
import type { ChangelogPlace } from "./address";
import {
  type Changelog,
  listPublicReleases,
  listPublicTitles,
  requireChangelog,
  requirePublicPlace,
  requirePublicRelease,
} from "./changelog";
import { type FeedKind, feedText } from "./feeds";
import { font, fontPath, fontVersion } from "./font";
import { keptAnswer, type Made } from "./kept-answers";
import { embeddedPage, listPage, nothingPage, releasePage, searchPage, sorryPage } from "./page";
import { searchReleases } from "./search";
import { queryOf } from "./search-words";
import { contentSecurityPolicy } from "./style";
import { widgetData } from "./widget/widget-data";

const onPage = 10;
const inFeed = 30;
const inFrame = 10;

/** `/changelog/:team/:project`, with `?before=<release>` for older releases, and `?q=` to search. */
export const serveChangelog: RouteHandler = (request, { params, peerAddress }) =>
  answering(request, () =>
    page(async () => {
      const changelog = await requireChangelog(db(), placeOf(params));
      const asked = new URL(request.url).searchParams;
      const query = queryOf(asked.get("q") ?? "");
      if (query !== "") {
        await countSearch(request, peerAddress);
        const found = await searchReleases(db(), changelog, query);
        return withoutTag(searchPage(changelog, query, found), pageHeaders(changelog));
      }
      const before = asked.get("before");
      const after = before === null ? undefined : await requirePublicPlace(db(), changelog, before);
      const make = async () => {
        const { releases, isWhole } = await listPublicReleases(db(), changelog, onPage + 1, after);
        const body = listPage(changelog, releases.slice(0, onPage), releases.length > onPage);
        return { body, isWhole };
      };
      // Of the pages of old releases there may be many, and few read them.
      const made = after ? tagged((await make()).body) : await keptAnswer(changelog, "page", make);
      return revalidated(request, made, pageType, pageHeaders(changelog));
    }),
  );

/** `/changelog/:team/:project/:releaseId` */
export const servePublicRelease: RouteHandler = (request, { params }) =>
  answering(request, () =>
    page(async () => {
      const changelog = await requireChangelog(db(), placeOf(params));
      const release = await requirePublicRelease(db(), changelog, params.releaseId ?? "");
      const made = tagged(releasePage(changelog, release));
      return revalidated(request, made, pageType, pageHeaders(changelog));
    }),
  );

/** `/changelog/:team/:project/embed`, which other sites show in a frame. */
export const serveEmbedded: RouteHandler = (request, { params }) =>
  answering(request, () =>
    page(async () => {
      const changelog = await requireChangelog(db(), placeOf(params));
      const made = await keptAnswer(changelog, "frame", async () => {
        const { releases, isWhole } = await listPublicReleases(db(), changelog, inFrame);
        return { body: embeddedPage(changelog, releases), isWhole };
      });
      return revalidated(request, made, pageType, pageHeaders(changelog, true));
    }),
  );

/** Any other address below `/changelog`. */
export const serveNothing: RouteHandler = (request) => answering(request, async () => nothing());

const serveData =
  (what: string, contentType: string, make: (changelog: Changelog) => Promise<Made>): RouteHandler =>
  (request, { params }) =>
    answering(request, async () => {
      const changelog = await requireChangelog(db(), placeOf(params));
      const made = await keptAnswer(changelog, what, () => make(changelog));
      return revalidated(request, made, contentType, plainly);
      // Feed readers in browsers, and sites with the widget, request it from pages of another origin.
    }).then(withCors);

const serveFeed = (kind: FeedKind, contentType: string) =>
  serveData(kind, contentType, async (changelog) => {
    const { releases, isWhole } = await listPublicReleases(db(), changelog, inFeed);
    return { body: feedText(kind, changelog, releases), isWhole };
  });

export const serveRss = serveFeed("rss", "application/rss+xml; charset=utf-8");
export const serveAtom = serveFeed("atom", "application/atom+xml; charset=utf-8");
export const serveJsonFeed = serveFeed("json", "application/feed+json; charset=utf-8");

/** What the widget in another site has to know before anybody opens it. */
export const serveWidgetData = serveData("widget", "application/json", async (changelog) => ({
  body: JSON.stringify(widgetData(changelog, await listPublicTitles(db(), changelog, inFrame))),
  isWhole: true,
}));

/** The logo of a public page, at an address that contains its version. */
export const serveLogo: RouteHandler = (request, { params }) =>
  answering(request, async () => {
    const changelog = await requireChangelog(db(), placeOf(params));
    const logo = await readLogo(db(), changelog.projectId);
    if (!logo) throw notFound("Logo");
    const isCurrent = new URL(request.url).searchParams.get("v") === logo.version;
    return fileAnswer(logo.content, logo.contentType, isCurrent);
  });

/** The font of the pages, at an address that contains its version. Frames in other sites have no origin. */
export const serveFont: RouteHandler = (request) =>
  answering(request, async () =>
    withCors(fileAnswer(font, "font/woff2", new URL(request.url).searchParams.get("v") === fontVersion)),
  );

/** Another version's address must not be kept for ever: its content may change. */
function fileAnswer(content: Uint8Array, contentType: string, isCurrent: boolean): Answer {
  const headers = {
    ...plainly,
    "content-type": contentType,
    "content-security-policy": "default-src 'none'",
    "cache-control": isCurrent ? "public, max-age=31536000, immutable" : "public, max-age=60",
  };
  return new Answer(200, flat(headers), content);
}

const placeOf = ({ team = "", project = "" }: Record<string, string>): ChangelogPlace => ({ team, project });

const plainly = { "x-content-type-options": "nosniff" };
const pageType = "text/html; charset=utf-8";
const pageHeaders = (changelog?: Changelog, isEmbedded = false) => ({
  ...plainly,
  "content-security-policy": contentSecurityPolicy({
    accentColor: changelog?.accentColor ?? null,
    isEmbedded,
  }),
  "referrer-policy": "strict-origin-when-cross-origin",
});

/** People get a page for what programs get as an error. */
async function page(make: () => Promise<Answer>): Promise<Answer> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "not_found") return nothing();
    if (error.code !== "rate_limited" && error.code !== "unavailable") throw error;
    const body = sorryPage("Not just now", error.message);
    const headers = { ...pageHeaders(), ...error.headers, "content-type": pageType };
    return new Answer(statusOf[error.code], flat(headers), body);
  }
}

type Tagged = { body: string; etag: string };
const tagged = (body: string): Tagged => ({ body, etag: entityTag(body) });

/** Browsers revalidate each time and mostly get 304; caches in between revalidate once a minute. */
function revalidated(
  request: Request,
  { body, etag }: Tagged,
  contentType: string,
  headers: Record<string, string>,
): Answer {
  const all = { ...headers, etag, "cache-control": "public, max-age=0, s-maxage=60" };
  if (matches(request.headers.get("if-none-match"), etag)) return new Answer(304, flat(all), null);
  return new Answer(200, flat({ ...all, "content-type": contentType }), body);
}

/** What somebody looked for is nobody else's. */
const withoutTag = (body: string, headers: Record<string, string>) =>
  new Answer(200, flat({ ...headers, "content-type": pageType, "cache-control": "private, no-store" }), body);

const nothing = () => new Answer(404, flat({ ...pageHeaders(), "content-type": pageType }), nothingPage());

/** Each search looks through many texts, so whoever searches without end waits. */
function countSearch(request: Request, peer: string | undefined) {
  const address = clientNetworkOf((name) => request.headers.get(name) ?? undefined, peer);
  return countRate({ db: db(), now: () => new Date() }, "changelogSearchesPerMinute", address);
}

/** The routes for the server; Next has a file for each. Of two that match, the first one answers. */
export const changelogRoutes: readonly { path: string; serve: RouteHandler }[] = [
  { path: "/changelog/:team/:project/rss.xml", serve: serveRss },
  { path: "/changelog/:team/:project/atom.xml", serve: serveAtom },
  { path: "/changelog/:team/:project/feed.json", serve: serveJsonFeed },
  { path: "/changelog/:team/:project/widget.json", serve: serveWidgetData },
  { path: "/changelog/:team/:project/embed", serve: serveEmbedded },
  { path: "/changelog/:team/:project/logo", serve: serveLogo },
  { path: "/changelog/:team/:project", serve: serveChangelog },
  { path: "/changelog/:team/:project/:releaseId", serve: servePublicRelease },
  { path: fontPath, serve: serveFont },
  { path: "/changelog/*", serve: serveNothing },
];
