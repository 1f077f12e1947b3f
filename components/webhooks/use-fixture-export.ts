"use client";

import { messageOf } from "@/components/ui/form-problem";
import { saveFile } from "@/components/ui/save-file";
import { useToast } from "@/components/ui/toast";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { listedBodyBytes } from "@/components/webhooks/capture-list";
import { fileName } from "@/components/webhooks/export-name";
import type { FixtureFormat } from "@/components/webhooks/fixture-files";
import type { Webhook } from "@/components/webhooks/inbox-form-values";
import { unlessGone, wholeCapture } from "@/components/webhooks/whole-capture";
import { call } from "@/lib/operations/client";
import { type CapturedRequest, listRequests } from "@/lib/webhooks/contract";

/** Saves one capture, or all of the inbox, as a file for tests. */
export function useFixtureExport({ name, url }: Webhook, address: InboxAddress) {
  const toast = useToast();

  async function exported(format: FixtureFormat, only: CapturedRequest | undefined) {
    const { fixtureFile, secretHeaders } = await import("@/components/webhooks/fixture-files");
    const { entry, opening, separator, closing, ending, type } = fixtureFile(format, url);
    const listed = only
      ? [only]
      : await call(listRequests, { ...address, bodyBytesMax: String(listedBodyBytes) });
    const parts: string[] = [];
    // Tests are read from the first request to the last.
    for (const request of [...listed].reverse()) {
      const whole = await wholeCapture(request, address).catch(unlessGone);
      if (!whole) continue;
      parts.push(parts.length > 0 ? separator : "", entry(whole));
      await new Promise((resolve) => setTimeout(resolve));
    }
    const place = only ? `-${only.sequence}` : "";
    saveFile(`${fileName(name)}${place}.${ending}`, [opening, ...parts, closing], type);
    const secrets = secretHeaders(listed);
    const count = parts.length / 2;
    toast.success(`${count} ${count === 1 ? "request" : "requests"} exported`, {
      ...(secrets.length > 0 && {
        description: `Replace the secrets before you commit it: ${secrets.slice(0, 5).join(", ")}.`,
      }),
    });
  }

  return (format: FixtureFormat, only?: CapturedRequest) =>
    void exported(format, only).catch((error: unknown) =>
      toast.error("The requests could not be exported", { description: messageOf(error) }),
    );
}
