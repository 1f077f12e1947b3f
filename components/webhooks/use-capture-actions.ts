"use client";

import { useCallback } from "react";
import { useCopy, writeClipboard } from "@/components/ui/clipboard";
import { messageOf } from "@/components/ui/form-problem";
import { saveFile } from "@/components/ui/save-file";
import { useToast } from "@/components/ui/toast";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { bodyFileName, curlOfCapture, longestArgument } from "@/components/webhooks/curl-of-capture";
import { belowInbox } from "@/components/webhooks/raw-request";
import { bytesOf, fetchBody, wholeCapture } from "@/components/webhooks/whole-capture";
import type { CapturedRequest } from "@/lib/webhooks/contract";

/** What buttons and keys do with a capture. None of it rejects. */
export function useCaptureActions({ projectId, webhookId }: InboxAddress, inboxUrl: string) {
  const toast = useToast();
  const copy = useCopy();

  const download = useCallback(
    async (request: CapturedRequest) => {
      try {
        const bytes = request.bodyTruncated
          ? await fetchBody({ projectId, webhookId, requestId: request.id })
          : bytesOf(request);
        saveFile(bodyFileName(request), [new Uint8Array(bytes)]);
      } catch (error) {
        toast.error("The body could not be downloaded", { description: messageOf(error) });
      }
    },
    [projectId, webhookId, toast],
  );

  const copyCurl = useCallback(
    async (request: CapturedRequest) => {
      try {
        const fits = request.size <= longestArgument;
        const whole = fits ? await wholeCapture(request, { projectId, webhookId }) : request;
        const { command, needsFile } = curlOfCapture(whole, inboxUrl + belowInbox(whole));
        if (needsFile === undefined) return await copy("Command", command);
        if (!(await writeClipboard(command))) return await copy("Command", command);
        toast.success("Command copied", {
          description: `The body does not fit into it: it is read from ${needsFile}.`,
          action: { label: "Download", onClick: () => void download(request) },
        });
      } catch (error) {
        toast.error("The command could not be made", { description: messageOf(error) });
      }
    },
    [projectId, webhookId, inboxUrl, copy, download, toast],
  );

  const copyLink = useCallback(
    (request: CapturedRequest) => {
      const { origin, pathname } = window.location;
      void copy("Link", `${origin}${pathname}?request=${request.id}`);
    },
    [copy],
  );

  return { copyCurl, copyLink, download };
}
