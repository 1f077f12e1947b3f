import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { signedHeaders } from "@/lib/webhooks/signatures/sign";
import { unreachable } from "../answer-failure";
import type { Command, Context, Given } from "../command";
import { exitCodes, interrupted, messageOf, usage } from "../failure";
import { inboxNamed } from "../inboxes";
import { nearest } from "../nearest";
import { SendError, send } from "../send";
import { plainText, type Terminal } from "../terminal";
import type { Made, Sample } from "./sample";
import { samples } from "./samples";

type Headers = [string, string][];

export const trigger: Command = {
  name: "trigger",
  positionals: "<inbox>",
  positionalsMax: 1,
  summary: "Send a sample webhook to an inbox",
  details: [
    "With --secret, the request is signed as its sender signs, so an inbox that verifies signatures accepts it.",
  ],
  options: {
    sample: {
      type: "string",
      short: "s",
      value: "name",
      help: "the sample to send (generic:event); see --list",
    },
    secret: {
      type: "string",
      value: "secret",
      help: "sign with this secret, or set FIELDKIT_WEBHOOK_SECRET",
    },
    data: {
      type: "string",
      short: "d",
      value: "file|-",
      help: "a body from a file or stdin instead of the sample's",
    },
    header: {
      type: "string",
      short: "H",
      multiple: true,
      value: "'Name: value'",
      help: "add or replace a header",
    },
    path: { type: "string", value: "/path?query", help: "path and query after the inbox URL" },
    list: { type: "boolean", short: "l", help: "list all samples" },
  },
  examples: [
    ["fieldkit trigger --list", "list all samples"],
    ["fieldkit trigger orders --sample stripe:checkout.session.completed", "a payment"],
    ["fieldkit trigger orders --sample github:push --secret hush", "a push, signed as GitHub signs"],
    ["fieldkit trigger orders --data event.json --header 'X-Event: created'", "your own body and header"],
  ],
  scopes: ["webhooks:write", "read", "admin"],
  writes: true,
  async run(context) {
    const { given, terminal } = context;
    if (given.is("list")) return list(terminal);
    const name = given.required(0, "Name the inbox: fieldkit trigger <inbox>");
    const sample = sampleNamed(given.text("sample") ?? "generic:event");
    const sent = sentOf(given);
    const inbox = await inboxNamed(await context.api(), name);
    const url = withPath(inbox.pathUrl ?? inbox.url, given.text("path") ?? "");
    const { headers, body } = await requestOf(context, sample, url);
    try {
      const {
        status,
        ms,
        body: answer,
      } = await send({ url, method: "POST", headers, body, timeoutMs: 30_000, signal: context.ended });
      const text = plainText(answer, 300);
      if (terminal.json) terminal.printJson({ ...sent, url: url.href, status, ms, answer });
      else {
        const shown = terminal.paint(status < 400 ? "green" : "red", String(status));
        terminal.print(
          `${plainText(sent.data ?? sample.name)} to ${plainText(inbox.name)}: ${shown} in ${ms} ms  ${terminal.paint("dim", text)}`,
        );
      }
      return status < 400 ? undefined : exitCodes.failed;
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      throw context.ended.aborted ? interrupted() : unreachable(url.origin, error.cause);
    }
  },
};

/** The name of the request in reports. With your own body, it is that of a sample only if you name one. */
export function sentOf(given: Given): { sample: string | null; data: string | null } {
  const data = given.text("data") ?? null;
  const sample = given.text("sample") ?? (data === null ? "generic:event" : null);
  return { sample, data: data === "-" ? "stdin" : data };
}

function list(terminal: Terminal): undefined {
  if (terminal.json)
    return terminal.printJson(samples.map(({ name, what, scheme }) => ({ name, what, scheme }))) as undefined;
  for (const { name, what } of samples) terminal.print(`${name.padEnd(36)} ${terminal.paint("dim", what)}`);
  return undefined;
}

function sampleNamed(name: string): Sample {
  const found = samples.find((sample) => sample.name === name);
  if (found) return found;
  const near = nearest(
    name,
    samples.map((sample) => sample.name),
  );
  throw usage(
    `There is no sample ${name}. ${near ? `Did you mean ${near}?` : "Try: fieldkit trigger --list"}`,
  );
}

function withPath(address: string, path: string): URL {
  if (path !== "" && !/^[/?]/.test(path)) throw usage("--path must begin with / or ?.");
  return new URL(address + path);
}

async function requestOf({ given, cwd, env, terminal }: Context, sample: Sample, url: URL) {
  const now = new Date();
  const made: Made = {
    id: randomBytes(16).toString("hex"),
    seconds: Math.floor(now.getTime() / 1000),
    iso: now.toISOString(),
  };
  const data = given.text("data");
  const body =
    data === undefined
      ? Buffer.from(textOf(sample, made))
      : data === "-"
        ? Buffer.from(await terminal.piped())
        : read(resolve(cwd, data));
  const own = given.list("header").map(headerOf);
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const headers: Headers = [
    ...Object.entries(sample.headers).filter(([name]) => !names.has(name.toLowerCase())),
    ...own,
  ];
  const secret = given.text("secret") ?? env.FIELDKIT_WEBHOOK_SECRET;
  if (!secret) return { headers, body };
  const signed = await signatureFor(sample, secret, { url, headers, body, now, id: `msg_${made.id}` });
  return { headers: [...headers, ...signed], body };
}

type ToSign = { url: URL; headers: Headers; body: Buffer; now: Date; id: string };

async function signatureFor(
  { name, scheme, hmac, token }: Sample,
  secret: string,
  { url, headers, body, now, id }: ToSign,
): Promise<Headers> {
  if (token) return [[token, secret]];
  if (!scheme) throw usage(`${name} can't be signed: its sender uses a private key. Leave out --secret.`);
  try {
    const rawUrl = `${url.pathname}${url.search}`;
    return await signedHeaders(scheme, secret, {
      rawHeaders: headers,
      body,
      rawUrl,
      baseUrl: url.origin,
      at: now,
      id,
      form: hmac,
    });
  } catch (error) {
    throw usage(`This can't be signed: ${messageOf(error)}`);
  }
}

function textOf({ headers, body }: Sample, made: Made): string {
  const isForm = headers["Content-Type"] === "application/x-www-form-urlencoded";
  const fields = body(made);
  return isForm ? new URLSearchParams(fields as Record<string, string>).toString() : JSON.stringify(fields);
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw usage(`Couldn't read ${file}: ${messageOf(error)}`);
  }
}

function headerOf(text: string): [string, string] {
  const [, name = "", value = ""] = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):\s*(.*)$/s.exec(text) ?? [];
  if (!name || /[\r\n\0]/.test(value))
    throw usage(`--header must be 'Name: value', not ${plainText(text, 60)}.`);
  return [name, value.trim()];
}
