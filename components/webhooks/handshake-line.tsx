import { CircleAlert, Handshake } from "lucide-react";
import { handshakeNote } from "@/components/webhooks/handshake-note";
import type { Webhook } from "@/components/webhooks/inbox-form-values";
import type { CapturedRequest } from "@/lib/webhooks/contract";

/** What the inbox did with a capture that is a handshake; nothing for every other one. */
export function HandshakeLine({ request, inbox }: { request: CapturedRequest; inbox: Webhook }) {
  const note = handshakeNote(request, inbox);
  if (!note) return null;
  const Icon = note.isCompleted ? Handshake : CircleAlert;
  return (
    <p className="flex items-start gap-2 text-ink-soft text-sm">
      <Icon
        aria-hidden
        className={note.isCompleted ? "mt-0.5 size-4 text-green" : "mt-0.5 size-4 text-amber"}
      />
      {note.text}
    </p>
  );
}
