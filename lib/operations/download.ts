import { create as contentDisposition } from "content-disposition";
import { Answer, flat } from "./answer";

/**
 * Exact bytes to be saved under a name and never shown as a page, because strangers may have sent them.
 * `no-transform` keeps everything on the way from compressing them.
 */
export function download(name: string, contentType: string, body: Uint8Array): Answer {
  const headers = {
    "content-type": contentType,
    "content-length": String(body.byteLength),
    "content-disposition": contentDisposition(name),
    "content-security-policy": "sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store, no-transform",
  };
  return new Answer(200, flat(headers), body);
}
