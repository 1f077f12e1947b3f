import { db } from "@/db/database";
import { clientNetworkOf } from "@/lib/auth/client-address";
import { countRate } from "@/lib/auth/limits";
import { Answer, flat } from "@/lib/operations/answer";
import { answering, type RouteHandler } from "@/lib/operations/answering";
import { withCors } from "@/lib/operations/cors";
import { matches } from "@/lib/operations/entity-tag";
import { notFound } from "@/lib/operations/errors";
import type { RateName } from "@/lib/platform/quotas/quotas";
import { imageBytes } from "../images/image-bytes";
import { requirePublicImage } from "../images/public-images";
import { readLogo } from "../settings/logo";
import type { ChangelogPlace } from "./address";
import { requireChangelog } from "./changelog";
import { font, fontVersion } from "./font";

/** The logo of a public page, at an address that contains its version. */
export const serveLogo: RouteHandler = (request, { params }) =>
  answering(request, async () => {
    const changelog = await requireChangelog(db(), placeOf(params));
    const logo = await readLogo(db(), changelog.projectId);
    if (!logo) throw notFound("Logo");
    const isCurrent = new URL(request.url).searchParams.get("v") === logo.version;
    return new Answer(200, flat(fileHeaders(logo.contentType, isCurrent)), logo.content);
  });

/** The font of the pages, at an address that contains its version. Frames in other sites have no origin. */
export const serveFont: RouteHandler = (request) =>
  answering(request, async () => {
    const isCurrent = new URL(request.url).searchParams.get("v") === fontVersion;
    return withCors(new Answer(200, flat(fileHeaders("font/woff2", isCurrent)), font));
  });

/** `/changelog/:team/:project/images/:attachmentId`, for images of published notes. What is at an address never changes. */
export const serveImage: RouteHandler = (request, { params, peerAddress }) =>
  answering(request, async () => {
    const changelog = await requireChangelog(db(), placeOf(params));
    const { id, contentType } = await requirePublicImage(db(), changelog, params.attachmentId ?? "");
    const etag = `"${id}"`;
    const headers = { ...fileHeaders(contentType, true), etag };
    if (matches(request.headers.get("if-none-match"), etag)) return new Answer(304, flat(headers), null);
    const count = () => countReading(request, peerAddress, "changelogImagesPerMinute");
    return new Answer(200, flat(headers), await imageBytes(changelog.projectId, id, count));
  });

/** Another version's address must not be kept for ever: its content may change. */
const fileHeaders = (contentType: string, isCurrent: boolean) => ({
  ...plainly,
  "content-type": contentType,
  // Nothing of a file may run, should somebody open it as a page.
  "content-security-policy": "default-src 'none'; sandbox",
  "cache-control": isCurrent ? "public, max-age=31536000, immutable" : "public, max-age=60",
});

export const placeOf = ({ team = "", project = "" }: Record<string, string>): ChangelogPlace => ({
  team,
  project,
});

export const plainly = { "x-content-type-options": "nosniff" };

/** Some reading costs more than the rest, so whoever does it without end waits. */
export function countReading(request: Request, peer: string | undefined, rate: RateName) {
  const address = clientNetworkOf((name) => request.headers.get(name) ?? undefined, peer);
  return countRate({ db: db(), now: () => new Date() }, rate, address);
}
