import { isOfSending } from "../callbacks/callback-headers";
import type { MockFields } from "./converted";
import { literally, toLiquid } from "./handlebars";
import { fieldOf, isFields, textOf } from "./read-document-values";

export type Callback = NonNullable<MockFields["callbacks"]>[number];

const callbacksMax = 3;
const methods = ["POST", "PUT", "PATCH", "DELETE", "GET"] as const;

/** What a document says of a request that is sent after an answer. Texts are Handlebars. */
export type CallbackSource = {
  url: string;
  method: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  delayMs: number;
};

/** The callbacks that can be made of these; what can't is noted. */
export function callbacksFrom(sources: readonly CallbackSource[], notes: Set<string>): Callback[] {
  if (sources.length > callbacksMax) notes.add(`Only ${callbacksMax} of its callbacks are taken over.`);
  return sources.slice(0, callbacksMax).flatMap((source) => callbackFrom(source, notes));
}

function callbackFrom(source: CallbackSource, notes: Set<string>): Callback[] {
  const leave = (why: string) => {
    notes.add(`A callback is left out: ${why}.`);
    return [];
  };
  const method = methods.find((known) => known === source.method.toUpperCase());
  if (!method) return leave(`its method is ${source.method.slice(0, 20)}`);
  const ownHeaders = source.headers.filter(([name]) => !isOfSending(name));
  const texts = [source.url, source.body, ...ownHeaders.map(([, value]) => value)].map((text) =>
    toLiquid(text),
  );
  const problems = texts.flatMap((each) => each.problems);
  if (problems.length > 0) return leave(`its template uses ${problems.slice(0, 3).join(", ")}`);
  const templated = texts.some((each) => each.templated);
  const [url = "", body = "", ...values] = texts.map((each) =>
    templated && !each.templated ? literally(each.text) : each.text,
  );
  if (url.trim() === "") return leave("it has no address");
  const headers = Object.fromEntries(ownHeaders.map(([name], at) => [name, values[at] ?? ""]));
  const delayMs = Math.min(Math.max(Math.round(source.delayMs) || 0, 0), 30_000);
  return [{ url, method, headers, body, templated, delayMs }];
}

/** The webhooks of a mapping of WireMock, in its newer and its older form. */
export function wireMockCallbacks(mapping: unknown, notes: Set<string>): Callback[] {
  const older = fieldOf(mapping, "postServeActions");
  const listed = [fieldOf(mapping, "serveEventListeners"), older].flatMap((each) =>
    Array.isArray(each) ? each : [],
  );
  const byName = isFields(older) ? Object.entries(older) : [];
  const actions = [
    ...listed.map((each) => [textOf(fieldOf(each, "name")), fieldOf(each, "parameters")] as const),
    ...byName,
  ];
  const webhooks = actions.filter(([name]) => name === "webhook");
  if (webhooks.length < actions.length)
    notes.add("What it does after its answer besides webhooks is left out.");
  return callbacksFrom(
    webhooks.map(([, parameters]) => wireMockSource(parameters)),
    notes,
  );
}

function wireMockSource(parameters: unknown): CallbackSource {
  const of = (name: string) => textOf(fieldOf(parameters, name)) ?? "";
  const headers = fieldOf(parameters, "headers");
  const delay = fieldOf(parameters, "delay");
  // There the call has another name, because the webhook is a request itself.
  const renamed = (text: string) => text.replaceAll(/\boriginalRequest\b/g, "request");
  return {
    url: renamed(of("url")),
    method: of("method") || "POST",
    headers: (isFields(headers) ? Object.entries(headers) : []).map(([name, value]) => [
      name,
      renamed([value].flat().map(String).join(", ")),
    ]),
    body: renamed(of("body")),
    delayMs: Number(fieldOf(delay, "milliseconds") ?? 0),
  };
}

/** The callbacks of a response of Mockoon. @param known those of its environment */
export function mockoonCallbacks(response: unknown, known: unknown, notes: Set<string>): Callback[] {
  const byId = new Map(
    (Array.isArray(known) ? known : []).map((each) => [textOf(fieldOf(each, "uuid")), each] as const),
  );
  const called = fieldOf(response, "callbacks");
  const sources = (Array.isArray(called) ? called : []).flatMap((each): CallbackSource[] => {
    const callback = byId.get(textOf(fieldOf(each, "uuid")));
    if (!callback || fieldOf(each, "enabled") === false) return [];
    const headers = fieldOf(callback, "headers");
    return [
      {
        url: textOf(fieldOf(callback, "uri")) ?? "",
        method: textOf(fieldOf(callback, "method")) || "POST",
        headers: (Array.isArray(headers) ? headers : []).map((header) => [
          textOf(fieldOf(header, "key")) ?? "",
          textOf(fieldOf(header, "value")) ?? "",
        ]),
        body: textOf(fieldOf(callback, "body")) ?? "",
        delayMs: Number(fieldOf(each, "latency") ?? 0),
      },
    ];
  });
  return callbacksFrom(sources, notes);
}
