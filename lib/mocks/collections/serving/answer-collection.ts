import type { Answer } from "@/lib/operations/answer";
import { itemBytesMax } from "../limits";
import { addressOf, answerOf, answerOther, type CollectionCall, type InTurn } from "./collection-call";
import { itemIn } from "./item-body";
import { readItemsQuery } from "./items-query";
import { pageLinks } from "./page-links";
import { readItems } from "./read-items";
import { addItem } from "./write-items";

/** Answers a request to all of a collection. */
export async function answerCollection(call: CollectionCall, inTurn: InTurn): Promise<Answer> {
  const { method } = call.request;
  if (method === "GET" || method === "HEAD") return list(call, inTurn);
  if (method === "POST") return add(call, inTurn);
  return answerOther(call, "GET, HEAD, POST, OPTIONS", "A collection");
}

async function list(call: CollectionCall, inTurn: InTurn): Promise<Answer> {
  const { collection, request } = call;
  const mark = request.target.indexOf("?");
  const query = mark === -1 ? "" : request.target.slice(mark + 1);
  const asked = readItemsQuery(query);
  const { total, given, items } = await inTurn(() => readItems(collection.id, asked));
  const links = pageLinks({ address: addressOf(call), query }, asked, { total, given });
  return answerOf(call, {
    body: items,
    headers: { "X-Total-Count": String(total), ...(links !== undefined && { Link: links }) },
  });
}

async function add(call: CollectionCall, inTurn: InTurn): Promise<Answer> {
  const { request } = call;
  const given = itemIn(await request.readBody(itemBytesMax), request.rawHeaders);
  const { id, text } = await inTurn(() => addItem(call, given));
  return answerOf(call, { status: 201, body: text, headers: { Location: addressOf(call, id) } });
}
