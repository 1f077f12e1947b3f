import { summaryOf } from "@/lib/webhooks/capture-summary";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import { plainText, type Terminal } from "../terminal";
import { bodyOf, type Delivery } from "./deliver";
import type { StreamNews } from "./stream";

/** How much of a body `--body` shows. */
const bodyCharsMax = 20_000;

export type Missed = { from: number; to: number; count: number };

type Started = {
  inbox: string;
  url: string;
  /** Missing from older instances. */
  pathUrl?: string | undefined;
  target: string | undefined;
  after: number | undefined;
};

/** Reports events in lines for people or for scripts, and counts them. */
export class Report {
  readonly #terminal: Terminal;
  readonly #showsBodies: boolean;
  #isLost = false;
  /** Why the last connection was lost, and why the server is waited for, as they were reported. */
  #lostWhy: string | undefined;
  #waitingWhy: string | undefined;
  readonly counts = { received: 0, filtered: 0, answered: 0, failed: 0, missed: 0, errors: 0 };

  constructor(terminal: Terminal, { showsBodies }: { showsBodies: boolean }) {
    this.#terminal = terminal;
    this.#showsBodies = showsBodies;
  }

  #event(type: string, fields: object): boolean {
    if (this.#terminal.json) this.#terminal.printJson({ type, ...fields });
    return this.#terminal.json;
  }

  started(of: Started): void {
    if (this.#event("started", of)) return;
    const { paint } = this.#words();
    const onward = of.target === undefined ? "" : ` and forwarding to ${paint("bold", of.target)}`;
    this.#terminal.say(`Listening to ${paint("bold", plainText(of.inbox))}${onward}`);
    this.#terminal.say(paint("dim", `Inbox URL: ${of.url}`));
    if (of.pathUrl) this.#terminal.say(paint("dim", `Path-based URL: ${of.pathUrl}`));
    this.#terminal.say(paint("dim", "Press Ctrl-C to stop."));
    if (of.after !== undefined) this.#terminal.say(paint("dim", `Continuing after request ${of.after}.`));
  }

  stream(news: StreamNews): void {
    if (news.kind === "open") {
      if (this.#isLost || this.#terminal.json) this.#event("connected", {}) || this.#note("Reconnected.");
      this.#isLost = false;
      this.#lostWhy = undefined;
      return;
    }
    const { why, retryMs } = news;
    this.#isLost = true;
    if (this.#event("disconnected", { why, retryMs }) || why === this.#lostWhy) return;
    this.#lostWhy = why;
    this.#note(`Connection lost: ${plainText(why)}. Reconnecting until you press Ctrl-C.`);
  }

  waiting(why: string): void {
    if (why === this.#waitingWhy) return;
    this.#waitingWhy = why;
    if (this.#event("waiting", { why })) return;
    this.#note(`Your server is down: ${plainText(why)}. Requests wait until it is back.`);
  }

  missed({ from, to, count }: Missed): void {
    this.counts.missed += count;
    if (this.#event("missed", { from, to, count })) return;
    const which = from === to ? `Request ${from} was` : `${count} requests (${from} to ${to}) were`;
    this.#note(`${which} missed: replaced by newer requests in the inbox, or deleted.`, "red");
  }

  capture(capture: CapturedRequest, delivery: Delivery | undefined): void {
    const { counts } = this;
    if (delivery?.kind === "answered") {
      counts.answered += 1;
      this.#waitingWhy = undefined;
    }
    if (delivery?.kind === "answered" && delivery.status >= 400) counts.errors += 1;
    if (delivery?.kind === "failed") counts.failed += 1;
    const { sender, event, line } = summaryOf(capture);
    const { sequence, id, method, path, rawUrl, receivedAt, size, signature } = capture;
    const verdict = signature?.verdict ?? null;
    const { headers, rawHeaders, body: text, bodyEncoding } = capture;
    const body = this.#showsBodies ? { headers, rawHeaders, body: text, bodyEncoding } : {};
    const fields = { sequence, id, receivedAt, method, path, rawUrl, sender, event, size, verdict, ...body };
    if (this.#event("capture", { ...fields, delivery: delivery ? ofScripts(delivery) : null })) return;
    const { paint } = this.#words();
    const query = rawUrl.includes("?") ? rawUrl.slice(rawUrl.indexOf("?")) : "";
    const what = [sender, event ?? line].filter(Boolean).join(" ");
    const parts = [
      paint("dim", new Date(receivedAt).toTimeString().slice(0, 8)),
      paint("bold", plainText(method, 20).padEnd(6)),
      plainText(`${path || "/"}${query}`, 120),
      what && paint("blue", plainText(what, 100)),
      verdict && paint(verdict === "valid" ? "green" : "yellow", `signature ${verdict}`),
      delivery && this.#outcome(delivery),
    ];
    this.#terminal.print(parts.filter(Boolean).join("  "));
    if (this.#showsBodies) this.#terminal.print(shownBody(capture));
  }

  #outcome(delivery: Delivery): string {
    const { paint } = this.#words();
    if (delivery.kind === "failed") return paint("red", `not delivered: ${plainText(delivery.why)}`);
    if (delivery.kind === "given up") return paint("yellow", "not delivered yet");
    const color = delivery.status < 400 ? "green" : "red";
    return `${paint(color, String(delivery.status))} ${paint("dim", `${delivery.ms} ms`)}`;
  }

  summary(last: number | undefined): void {
    const { received, filtered, answered, failed, missed, errors } = this.counts;
    if (this.#event("summary", { ...this.counts, last: last ?? null })) return;
    const parts = [
      `${received} received`,
      filtered > 0 && `${filtered} filtered out`,
      answered > 0 &&
        `${answered} forwarded${errors > 0 ? `, ${errors} of them with an error response` : ""}`,
      failed > 0 && `${failed} not delivered`,
      missed > 0 && `${missed} missed`,
    ];
    this.#terminal.say(`\n${parts.filter(Boolean).join(", ")}.`);
    if (last !== undefined) this.#note(`--after last continues after request ${last}.`, "dim");
  }

  #note(text: string, color: "yellow" | "red" | "dim" = "yellow"): boolean {
    this.#terminal.say(this.#terminal.paint(color, text));
    return true;
  }

  #words() {
    return { paint: this.#terminal.paint.bind(this.#terminal) };
  }
}

const ofScripts = (delivery: Delivery) =>
  delivery.kind === "answered"
    ? { status: delivery.status, ms: delivery.ms }
    : { error: delivery.kind === "failed" ? delivery.why : "given up" };

function shownBody(capture: CapturedRequest): string {
  if (capture.size === 0) return "";
  if (capture.bodyEncoding === "base64") return `<${bodyOf(capture).byteLength} bytes of binary data>`;
  const lines = capture.body.slice(0, bodyCharsMax).split(/\r?\n/);
  const shown = lines.map((line) => line.replace(/[\p{Cc}\p{Cf}]/gu, (char) => (char === "\t" ? char : "·")));
  const more = capture.body.length > bodyCharsMax ? `\n… ${capture.body.length} characters in total` : "";
  return `${shown.join("\n")}${more}\n`;
}
