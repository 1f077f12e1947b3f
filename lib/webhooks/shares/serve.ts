import { createHash } from "node:crypto";
import { db } from "@/db/database";
import { clientNetworkOf } from "@/lib/auth/client-address";
import { countRate } from "@/lib/auth/limits";
import { Answer, flat, jsonAnswer } from "@/lib/operations/answer";
import { answering, type RouteHandler } from "@/lib/operations/answering";
import { statusOf } from "@/lib/operations/error-codes";
import { asAppError } from "@/lib/operations/errors";
import { openShare, type SharedView, sharedView } from "./open-share";
import { noLinkPage, sharePage, style } from "./page";
import { sharePath } from "./shares";

const styleHash = createHash("sha256").update(style).digest("base64");

/** Nothing runs, nothing is fetched and nobody frames it: what is shown was written by strangers. */
const headers = {
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "sandbox allow-popups",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  vary: "Accept",
};

/** `/-/shared/:token`: a page for browsers, JSON for others and behind `.json`. */
export const serveShared: RouteHandler = (request, { params, peerAddress }) =>
  answering(request, async () => {
    const { token = "" } = params;
    const asJson = token.endsWith(".json") || !wantsPage(request);
    const now = new Date();
    try {
      const address = clientNetworkOf((name) => request.headers.get(name), peerAddress);
      await countRate({ db: db(), now: () => now }, "sharedLinksPerMinute", address);
      const view = sharedView(await openShare(db(), token.replace(/\.json$/, ""), now));
      return asJson ? json(view) : page(200, sharePage(view, now));
    } catch (error) {
      const known = asAppError(error);
      if (asJson || (known.code !== "not_found" && known.code !== "gone")) throw withHeaders(error);
      return page(statusOf[known.code], noLinkPage(known.code));
    }
  });

const wantsPage = (request: Request) => /\btext\/html\b/.test(request.headers.get("accept") ?? "");

const page = (status: number, html: string) =>
  new Answer(status, flat({ ...headers, "content-type": "text/html; charset=utf-8" }), html);

const json = (view: SharedView) => jsonAnswer(view, { headers });

function withHeaders(error: unknown): unknown {
  const known = asAppError(error);
  Object.assign(known.headers, headers, known.headers);
  return known;
}

/** The routes for the server; Next has a file for each. */
export const sharedRoutes: readonly { path: string; serve: RouteHandler }[] = [
  { path: `${sharePath}/:token`, serve: serveShared },
];
