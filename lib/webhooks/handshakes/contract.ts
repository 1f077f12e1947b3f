import { z } from "zod";

/** Senders that want an address verified, or an answer of a kind of their own. */
export const handshakePresets = [
  "slack",
  "meta",
  "microsoft-graph",
  "dropbox",
  "cloudevents",
  "twilio",
] as const;

export const HandshakePreset = z.enum(handshakePresets, {
  error: `must be one of ${handshakePresets.join(", ")}`,
});

export type HandshakePreset = z.output<typeof HandshakePreset>;

/** What a new inbox completes: what nobody sends by accident. Twilio's is no handshake, it answers every request. */
export const usualHandshakes = [
  "slack",
  "meta",
  "microsoft-graph",
  "dropbox",
  "cloudevents",
] as const satisfies HandshakePreset[];

export const Handshakes = z.array(HandshakePreset).meta({
  description: "Verifications that the inbox completes. It captures them like any other request.",
});

/** In the order of the presets, each once. */
export const GivenHandshakes = z
  .array(HandshakePreset, { error: "must be a list of presets" })
  .max(100, { error: "must have at most 100 presets" })
  .transform((given) => handshakePresets.filter((preset) => given.includes(preset)));

export const MetaVerifyToken = z
  .string({ error: "must be a text, or null" })
  .min(1, { error: "must not be empty; null takes any token" })
  .max(200, { error: "must have at most 200 characters" })
  .nullable()
  .meta({
    description: "what `hub.verify_token` of Meta's handshake must be, else it gets 403; null takes any",
  });
