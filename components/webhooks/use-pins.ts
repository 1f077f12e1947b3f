"use client";

import { useCallback, useEffect } from "react";
import { messageOf } from "@/components/ui/form-problem";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { listedBodyBytes } from "@/components/webhooks/capture-list";
import type { InboxStream } from "@/components/webhooks/inbox-stream";
import { unlessGone } from "@/components/webhooks/whole-capture";
import { call } from "@/lib/operations/client";
import { type CapturedRequest, type CapturePin, getRequest, listRequests } from "@/lib/webhooks/contract";
import { noteRequest, pinRequest, unpinRequest } from "@/lib/webhooks/pins/contract";

const watchMs = 10_000;

/** What pins and notes do in an inbox's page, and what others do with them meanwhile. */
export function usePins(stream: InboxStream, { projectId, webhookId }: InboxAddress) {
  const toast = useToast();
  const write = useWrite();
  const pinned = { projectId, webhookId, pinned: true, bodyBytesMax: "0" };
  const { data } = useAnswer(listRequests, pinned, { watch: watchMs });

  useEffect(() => {
    if (!data) return;
    const pins = new Map(data.map((request) => [request.id, request]));
    stream.revise((request) => withPin(request, pins.get(request.id) ?? unpinned));
    const { requests, held } = stream.view();
    const known = new Set([...requests, ...held].map(({ id }) => id));
    if (data.every(({ id }) => known.has(id))) return;
    // Others pinned what this page has let go of.
    call(listRequests, { projectId, webhookId, pinned: true, bodyBytesMax: String(listedBodyBytes) })
      .then((list) => stream.add(list.filter(({ id }) => !known.has(id))))
      .catch(() => undefined);
  }, [data, stream, projectId, webhookId]);

  const show = useCallback(
    (id: string, pin: CapturePin) =>
      stream.revise((request) => (request.id === id ? withPin(request, pin) : request)),
    [stream],
  );

  /** Rejects with the API's refusal. */
  const writeNote = useCallback(
    async ({ id }: CapturedRequest, note: string) =>
      show(id, await write(noteRequest, { projectId, webhookId, requestId: id, note })),
    [show, write, projectId, webhookId],
  );

  const toggle = useCallback(
    async (request: CapturedRequest) => {
      const { id, pinned: wasPinned, note } = request;
      const place = { projectId, webhookId, requestId: id };
      try {
        if (!wasPinned) {
          show(id, await write(pinRequest, place));
          toast.success("Request pinned", { description: "It is kept for 30 days." });
          return;
        }
        await write(unpinRequest, place);
        show(id, unpinned);
        const again = () =>
          note ? writeNote(request, note.text) : call(pinRequest, place).then((pin) => show(id, pin));
        const undo = () =>
          again().catch((error: unknown) =>
            toast.error("The request could not be pinned again", { description: messageOf(error) }),
          );
        // What the ring has let go of was kept by its pin alone.
        const isHere = await call(getRequest, place).catch(unlessGone);
        if (!isHere) stream.remove((each) => each.id === id);
        toast.success(isHere ? "Request unpinned" : "Request unpinned, which deletes it", {
          ...(isHere !== undefined && { undo: () => void undo() }),
        });
      } catch (error) {
        const what = wasPinned ? "unpinned" : "pinned";
        toast.error(`The request could not be ${what}`, { description: messageOf(error) });
      }
    },
    [projectId, webhookId, show, write, toast, stream, writeNote],
  );

  return { toggle, writeNote };
}

const unpinned: CapturePin = { pinned: false, pinnedAt: null, note: null };

function withPin(request: CapturedRequest, { pinned, pinnedAt, note }: CapturePin): CapturedRequest {
  const isSame =
    request.pinned === pinned &&
    request.pinnedAt === pinnedAt &&
    request.note?.updatedAt === note?.updatedAt &&
    request.note?.text === note?.text;
  return isSame ? request : { ...request, pinned, pinnedAt, note };
}
