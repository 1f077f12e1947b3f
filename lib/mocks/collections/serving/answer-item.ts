import type { Answer } from "@/lib/operations/answer";
import { idProblem } from "../item-ids";
import { itemBytesMax } from "../limits";
import { answerOf, answerOther, type CollectionCall, type InTurn } from "./collection-call";
import { itemIn } from "./item-body";
import { readItem } from "./read-items";
import { noItem, patchItem, removeItem, replaceItem } from "./write-items";

type ItemCall = CollectionCall & { itemId: string };

/** Answers a request to one item of a collection. */
export async function answerItem(call: ItemCall, inTurn: InTurn): Promise<Answer> {
  const { collection, itemId, request } = call;
  // What can't be an id may not even be asked the database for.
  if (idProblem(itemId)) throw noItem(itemId);
  switch (request.method) {
    case "GET":
    case "HEAD":
      return answerOf(call, { body: await inTurn(() => readItem(collection.id, itemId)) });
    case "PUT":
    case "PATCH": {
      const given = itemIn(await request.readBody(itemBytesMax), request.rawHeaders);
      const write = request.method === "PUT" ? replaceItem : patchItem;
      const { text } = await inTurn(() => write(call, itemId, given));
      return answerOf(call, { body: text });
    }
    case "DELETE":
      await inTurn(() => removeItem(call, itemId));
      return answerOf(call, { status: 204 });
    default:
      return answerOther(call, "GET, HEAD, PUT, PATCH, DELETE, OPTIONS", "An item");
  }
}
