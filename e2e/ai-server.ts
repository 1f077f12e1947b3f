import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A card as the prompt shows it. */
export type PromptCard = { id: string; kind: string; scope?: string; title: string; details?: string };
export type AiRequest = {
  authorization: string | undefined;
  model: string;
  messages: { role: string; content: string }[];
  /** Name of the form that is asked for. */
  form: string | undefined;
  hasTools: boolean;
  /** Cards of the prompt; none when something else is asked for. */
  cards: PromptCard[];
};
/** Content of the answer's message; a whole answer; nothing at all, ever; or an answer without end. */
export type AiAnswer =
  | string
  | { status: number; headers?: Record<string, string>; body?: string }
  | "hang"
  | "endless";
export type Answering = (request: AiRequest, place: number) => AiAnswer | Promise<AiAnswer>;

/** A server that speaks OpenAI's chat completions on loopback, and whose answers a test decides. */
export async function serveAi(answering: Answering, wantedPort = 0) {
  const state = { answering, requests: [] as AiRequest[], bytesSent: 0 };
  const server = createServer((request, response) => {
    answer(request, response, state).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(wantedPort, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

export type AiServer = Awaited<ReturnType<typeof serveAi>>;

type Body = {
  model: string;
  messages: AiRequest["messages"];
  response_format?: { type: string; json_schema?: { name: string } };
  tools?: unknown[];
};

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  state: { answering: Answering; requests: AiRequest[]; bytesSent: number },
): Promise<void> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  if (request.method !== "POST" || request.url !== "/v1/chat/completions") {
    response.writeHead(404).end();
    return;
  }
  const body = JSON.parse(text) as Body;
  const asked: AiRequest = {
    authorization: request.headers.authorization,
    model: body.model,
    messages: body.messages,
    form: body.response_format?.json_schema?.name,
    hasTools: (body.tools ?? []).length > 0,
    cards: cardsIn(body.messages.find(({ role }) => role === "user")?.content ?? ""),
  };
  state.requests.push(asked);
  const said = await state.answering(asked, state.requests.length - 1);
  if (said === "hang") return;
  if (said === "endless") return talkOn(response, state);
  const json = { "content-type": "application/json" };
  if (typeof said !== "string") {
    response.writeHead(said.status, { ...json, ...said.headers }).end(said.body ?? "{}");
    return;
  }
  response.writeHead(200, json).end(JSON.stringify(completion(body.model, said)));
}

/** Writes for as long as somebody listens. */
function talkOn(response: ServerResponse, state: { bytesSent: number }): void {
  const more = () => {
    do state.bytesSent += 65_536;
    while (response.write("x".repeat(65_536)));
  };
  response.writeHead(200, { "content-type": "application/json" }).on("drain", more);
  more();
}

const completion = (model: string, content: string) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_780_000_000,
  model,
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

/** The data between the marks of a prompt, a JSON object a line. */
function cardsIn(prompt: string): PromptCard[] {
  const [, lines] = /^<cards [0-9a-f]+>\n([\s\S]*)\n<\/cards [0-9a-f]+>$/.exec(prompt) ?? [];
  return (lines ?? "").split("\n").flatMap((line) => (line ? (JSON.parse(line) as PromptCard) : []));
}

type AnswerItem = { section: string; text: string; refs: string[] };

/** What a diligent model says: a line for each card, in words of its own. */
export function itemsFor(cards: readonly PromptCard[]): AnswerItem[] {
  return cards.map(({ id, kind, title }) => ({ section: kind, text: `Told anew: ${title}`, refs: [id] }));
}

export const notes = (items: AnswerItem[], omitted: { ref: string; reason: string }[] = []) =>
  JSON.stringify({ items, omitted });

/** Answers every question correctly. */
export const diligent: Answering = ({ form, cards }) =>
  form === "summary" ? JSON.stringify({ summary: "A good month in short." }) : notes(itemsFor(cards));
