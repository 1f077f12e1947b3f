import type { IncomingMessage } from "node:http";
import { clientNetworkOf } from "@/lib/auth/client-address";
import { pages } from "@/lib/platform/budgets/budgets";
import { firstHeader } from "@/lib/platform/headers/first-header";
import { Gate } from "@/lib/platform/process/gate";
import { lazily } from "@/lib/platform/singleton";

const gate = lazily(() => new Gate(pages.rendered));

/**
 * Renders a page when it is its client's turn. Each page takes milliseconds at a time, and the event loop does the parts
 * of all pages that are under way before it hears of anything else.
 */
export async function inPageTurn(
  request: IncomingMessage,
  peer: string | undefined,
  render: () => Promise<void>,
): Promise<void> {
  // Files are not rendered.
  if (request.url?.startsWith("/_next/static/")) return render();
  const header = (name: string) => firstHeader(request.headers, name) ?? null;
  const leave = await gate().enter(clientNetworkOf(header, peer));
  const timer = setTimeout(() => leave?.(), pages.renderedMs);
  try {
    if (!request.socket.destroyed) await render();
  } finally {
    clearTimeout(timer);
    leave?.();
  }
}
