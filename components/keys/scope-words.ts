import type { ApiKey } from "@/components/keys/key-state";

/** What the scopes of keys are called, and what a key with one may do. */
export const scopeWords: Readonly<Record<ApiKey["scope"], { label: string; text: string }>> = {
  admin: { label: "Admin", text: "Everything in this project: read, change and delete." },
  read: { label: "Read", text: "Reads everything in this project and changes nothing." },
  evaluate: {
    label: "Evaluate flags",
    text: "Only asks for flags, over the SDK endpoint, OFREP and the check of a flag, and hears of changes. For a web page or an app.",
  },
};
