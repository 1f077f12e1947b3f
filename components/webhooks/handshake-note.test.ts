import { expect, test } from "vitest";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import { handshakePresets } from "@/lib/webhooks/handshakes/contract";
import { handshakeNote } from "./handshake-note";
import { capture } from "./sample-capture";

const settings = {
  handshakes: [...handshakePresets],
  metaVerifyToken: "meatyhamhock" as string | null,
  updatedAt: "2030-01-31T11:00:00.000Z",
};
const url = (query: string) => ({ rawUrl: `/api/webhook/abcdefghij123456${query}`, method: "GET", body: "" });
const slack = { body: '{"type":"url_verification","challenge":"abc"}' };
const meta = (token: string) => url(`?hub.mode=subscribe&hub.challenge=1&hub.verify_token=${token}`);

test.each<[string, Partial<CapturedRequest>, Partial<typeof settings>, string | undefined]>([
  ["an ordinary request", {}, {}, undefined],
  ["Slack's", slack, {}, "Completed Slack's handshake"],
  ["Slack's, of which the list has the beginning", { ...slack, bodyTruncated: true }, {}, undefined],
  ["bytes", { ...slack, bodyEncoding: "base64" }, {}, undefined],
  ["Dropbox's", url("?challenge=abc"), {}, "Completed Dropbox's handshake"],
  ["Meta's", meta("meatyhamhock"), {}, "Completed Meta's handshake"],
  ["Meta's, refused", meta("other"), {}, "Refused Meta's handshake: another verify token"],
  [
    "one that is switched off",
    url("?challenge=abc"),
    { handshakes: ["slack"] },
    "Dropbox's handshake, which this inbox does not complete",
  ],
  [
    "one from before the settings",
    slack,
    { updatedAt: "2030-01-31T13:00:00.000Z" },
    "Slack's handshake. The inbox's settings have changed since.",
  ],
  ["Twilio's", { rawHeaders: [["X-Twilio-Signature", "a"]] }, {}, "Answered with Twilio's empty response"],
])("%s", (_, over, given, text) => {
  expect(handshakeNote(capture(1, over), { ...settings, ...given })?.text).toBe(text);
});
