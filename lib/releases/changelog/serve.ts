import { db } from "@/db/database";
import { Answer, flat } from "@/lib/operations/answer";
import { answering, type RouteHandler } from "@/lib/operations/answering";
import { withCors } from "@/lib/operations/cors";
import { entityTag, matches } from "@/lib/operations/entity-tag";
import { statusOf } from "@/lib/operations/error-codes";
import { AppError, notFound } from "@/lib/operations/errors";
import { type Label, labelOfParameter } from "../labels/labels";
import {
  type Changelog,
  listPublicReleases,
  listPublicTitles,
  requireChangelog,
  requirePublicPlace,
  requirePublicRelease,
} from "./changelog";
import { type FeedKind, feedText } from "./feeds";
import { fontPath } from "./font";
import { keptAnswer, type Made } from "./kept-answers";
import { embeddedPage, listPage, nothingPage, releasePage, searchPage, sorryPage } from "./page";
import { searchReleases } from "./search";
import { queryOf } from "./search-words";
import { countReading, placeOf, plainly, serveFont, serveImage, serveLogo } from "./serve-files";
import { contentSecurityPolicy } from "./style";
import { widgetData } from "./widget/widget-data";

const onPage = 10;
const inFeed = 30;
const inFrame = 10;

/**
 * `/changelog/:team/:project`, with `?before=<release>` for older releases, `?label=` for those with such a change, and
 * `?q=` to search.
 */
export const serveChangelog: RouteHandler = (request, { params, peerAddress }) =>
  answering(request, () =>
    page(async () => {
      const changelog = await requireChangelog(db(), placeOf(params));
      const asked = new URL(request.url).searchParams;
      const label = labelAskedFor(asked);
      const query = queryOf(asked.get("q") ?? "");
      if (query !== "") {
        await countReading(request, peerAddress, "changelogSearchesPerMinute");
        const found = await searchReleases(db(), changelog, query, label);
        return withoutTag(searchPage(changelog, { query, label }, found), pageHeaders(changelog));
      }
      const before = asked.get("before");
      const after = before === null ? undefined : await requirePublicPlace(db(), changelog, before);
      const make = async () => {
        const part = { limit: onPage + 1, after, label };
        const { releases, isWhole } = await listPublicReleases(db(), changelog, part);
        const shown = releases.slice(0, onPage);
        return { body: listPage(changelog, shown, { label, hasOlder: releases.length > onPage }), isWhole };
      };
      // Of the pages of old releases there may be many, and few read them.
      const made = after
        ? tagged((await make()).body)
        : await keptAnswer(changelog, labelled("page", label), make);
      return revalidated(request, made, pageType, pageHeaders(changelog));
    }),
  );

/** What a visitor asks to be filtered by. @throws {AppError} `not_found` for what is no label */
function labelAskedFor(asked: URLSearchParams): Label | undefined {
  const given = asked.get("label") ?? "";
  if (given === "") return undefined;
  const label = labelOfParameter(given);
  if (!label) throw notFound("Label");
  return label;
}

/** There are only a few labels, so an answer for each can be kept. */
const labelled = (what: string, label: Label | undefined) => (label ? `${what} ${label}` : what);

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
        const { releases, isWhole } = await listPublicReleases(db(), changelog, { limit: inFrame });
        return { body: embeddedPage(changelog, releases), isWhole };
      });
      return revalidated(request, made, pageType, pageHeaders(changelog, true));
    }),
  );

/** Any other address below `/changelog`. */
export const serveNothing: RouteHandler = (request) => answering(request, async () => nothing());

/** @param label of what is asked for, if it can be asked for by label */
const serveData =
  (
    what: string,
    contentType: string,
    make: (changelog: Changelog, label: Label | undefined) => Promise<Made>,
    labelOf: (asked: URLSearchParams) => Label | undefined = () => undefined,
  ): RouteHandler =>
  (request, { params }) =>
    answering(request, async () => {
      const changelog = await requireChangelog(db(), placeOf(params));
      const label = labelOf(new URL(request.url).searchParams);
      const made = await keptAnswer(changelog, labelled(what, label), () => make(changelog, label));
      return revalidated(request, made, contentType, plainly);
      // Feed readers in browsers, and sites with the widget, request it from pages of another origin.
    }).then(withCors);

const serveFeed = (kind: FeedKind, contentType: string) => {
  const make = async (changelog: Changelog, label: Label | undefined) => {
    const { releases, isWhole } = await listPublicReleases(db(), changelog, { limit: inFeed, label });
    return { body: feedText(kind, changelog, releases, label), isWhole };
  };
  return serveData(kind, contentType, make, labelAskedFor);
};

export const serveRss = serveFeed("rss", "application/rss+xml; charset=utf-8");
export const serveAtom = serveFeed("atom", "application/atom+xml; charset=utf-8");
export const serveJsonFeed = serveFeed("json", "application/feed+json; charset=utf-8");

/** What the widget in another site has to know before anybody opens it. */
export const serveWidgetData = serveData("widget", "application/json", async (changelog) => ({
  body: JSON.stringify(widgetData(changelog, await listPublicTitles(db(), changelog, inFrame))),
  isWhole: true,
}));

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

/** The routes for the server; Next has a file for each. Of two that match, the first one answers. */
export const changelogRoutes: readonly { path: string; serve: RouteHandler }[] = [
  { path: "/changelog/:team/:project/rss.xml", serve: serveRss },
  { path: "/changelog/:team/:project/atom.xml", serve: serveAtom },
  { path: "/changelog/:team/:project/feed.json", serve: serveJsonFeed },
  { path: "/changelog/:team/:project/widget.json", serve: serveWidgetData },
  { path: "/changelog/:team/:project/embed", serve: serveEmbedded },
  { path: "/changelog/:team/:project/logo", serve: serveLogo },
  { path: "/changelog/:team/:project/images/:attachmentId", serve: serveImage },
  { path: "/changelog/:team/:project", serve: serveChangelog },
  { path: "/changelog/:team/:project/:releaseId", serve: servePublicRelease },
  { path: fontPath, serve: serveFont },
  { path: "/changelog/*", serve: serveNothing },
];
