"use client";

import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { CodeSnippet } from "@/components/ui/code-snippet";
import { EmptyState } from "@/components/ui/empty-state";
import { firstCurl } from "@/components/webhooks/curl-of-capture";

/** An inbox that holds nothing: how to fill it, and whether the page would see it. */
export function EmptyInbox({ url, state, closed }: { url: string; state: ReactNode; closed: boolean }) {
  if (closed) {
    return (
      <EmptyState
        icon={<Inbox />}
        title="Nothing was kept"
        text="Requests are kept for 12 hours, and this inbox takes no new ones."
      />
    );
  }
  return (
    <EmptyState
      icon={<Inbox />}
      title="Waiting for the first request"
      text="Send anything to the inbox's address. It shows here as it comes in, without a reload."
      action={<span className="rounded-full border border-line bg-surface px-3 py-1">{state}</span>}
    >
      <CodeSnippet wrap label="Send a request" code={firstCurl(url)} />
    </EmptyState>
  );
}
