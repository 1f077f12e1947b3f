import type { FieldValues } from "react-hook-form";
import type { Output } from "@/lib/operations/operation";
import type { getWebhook } from "@/lib/webhooks/contract";
import { type HandshakePreset, handshakePresets, usualHandshakes } from "@/lib/webhooks/handshakes/contract";

/** What an inbox completes, as its form holds it. */
export type HandshakeFormValues = {
  handshakes: Record<HandshakePreset, boolean>;
  /** Empty for any. */
  metaVerifyToken: string;
};

/** Whose they are, and what is done for them. */
export const handshakeWords: Record<HandshakePreset, { name: string; what: string }> = {
  slack: {
    name: "Slack",
    what: "Answers url_verification of the Events API with its challenge.",
  },
  meta: {
    name: "Meta",
    what: "Answers hub.mode=subscribe of Facebook, Instagram and WhatsApp with hub.challenge.",
  },
  "microsoft-graph": {
    name: "Microsoft Graph",
    what: "Answers validationToken with the token as plain text. SharePoint's, too.",
  },
  dropbox: { name: "Dropbox", what: "Answers GET with ?challenge= with the challenge." },
  cloudevents: {
    name: "CloudEvents",
    what: "Answers OPTIONS with WebHook-Request-Origin with the permission to send. Azure Event Grid asks so.",
  },
  twilio: {
    name: "Twilio",
    what: "Answers each request with X-Twilio-Signature with an empty <Response/>, as XML.",
  },
};

const chosen = (presets: readonly HandshakePreset[]) =>
  Object.fromEntries(handshakePresets.map((preset) => [preset, presets.includes(preset)])) as Record<
    HandshakePreset,
    boolean
  >;

export const emptyHandshakes = (): HandshakeFormValues => ({
  handshakes: chosen(usualHandshakes),
  metaVerifyToken: "",
});

type Settings = Pick<Output<typeof getWebhook>, "handshakes" | "metaVerifyToken">;

export const handshakeValues = ({ handshakes, metaVerifyToken }: Settings): HandshakeFormValues => ({
  handshakes: chosen(handshakes),
  metaVerifyToken: metaVerifyToken ?? "",
});

export const handshakeBody = ({ handshakes, metaVerifyToken }: HandshakeFormValues): Settings => ({
  handshakes: handshakePresets.filter((preset) => handshakes[preset]),
  metaVerifyToken: metaVerifyToken || null,
});

const namesOf = (handshakes: HandshakeFormValues["handshakes"]) =>
  handshakePresets.filter((preset) => handshakes[preset]).map((preset) => handshakeWords[preset].name);

export const handshakeFields = {
  handshakes: {
    label: "Handshakes",
    text: (handshakes: HandshakeFormValues["handshakes"]) => namesOf(handshakes).join(", ") || "None",
  },
  metaVerifyToken: {
    label: "Verify token of Meta's",
    text: (token: string) => token || "Any",
  },
} satisfies FieldValues;

/** The form's field for an issue with one of these, or undefined for other fields. */
export function handshakeField(path: string): string | undefined {
  if (path === "metaVerifyToken") return path;
  return /^handshakes(?:\.|$)/.test(path) ? "handshakes" : undefined;
}
