import type { z } from "zod";
import type { Webhook } from "@/lib/webhooks/contract";
import type { Api } from "./api";
import { Failure } from "./failure";
import { nearest } from "./nearest";

export type Inbox = z.output<typeof Webhook>;

export async function inboxesOf(api: Api): Promise<Inbox[]> {
  const { project } = await api.own();
  return api.all<Inbox>(`/api/projects/${project.id}/webhooks`, { sort: "name" });
}

/**
 * The inbox of this name, ID or inbox ID.
 * @throws {Failure} `notFound` with a name that is like it, `usage` where several have the name
 */
export async function inboxNamed(api: Api, given: string): Promise<Inbox> {
  const { project } = await api.own();
  const inboxes = await inboxesOf(api);
  const exact = inboxes.filter(({ id, referenceId, name }) => [id, referenceId, name].includes(given));
  const wanted = given.toLowerCase();
  const found = exact.length > 0 ? exact : inboxes.filter(({ name }) => name.toLowerCase() === wanted);
  const [inbox, another] = found;
  if (inbox && another) {
    const ids = found.map(({ referenceId }) => referenceId).join(", ");
    throw new Failure("usage", `Several inboxes are called ${given}. Use an inbox ID: ${ids}.`);
  }
  if (inbox) return inbox;
  const names = inboxes.map(({ name }) => name);
  const near = nearest(given, names);
  const some = names.slice(0, 5).join(", ") + (names.length > 5 ? ", …" : "");
  const hint = near
    ? `Did you mean ${near}?`
    : names.length > 0
      ? `Available inboxes: ${some}.`
      : "The project has no inboxes yet.";
  const create = `Create it with fieldkit inbox create "${given}".`;
  throw new Failure(
    "notFound",
    `${project.name} has no inbox ${given}. ${near ? hint : `${hint} ${create}`}`,
  );
}
