import type { z } from "zod";
import type { Webhook } from "@/lib/webhooks/contract";
import type { Api } from "./api";
import { Failure } from "./failure";
import { nearest } from "./nearest";

export type Inbox = z.output<typeof Webhook>;

/**
 * The inbox of this name, id or reference id.
 * @throws {Failure} `notFound` with a name that is like it, `usage` where several have the name
 */
export async function inboxNamed(api: Api, given: string): Promise<Inbox> {
  const { project } = await api.own();
  const inboxes = await api.all<Inbox>(`/api/projects/${project.id}/webhooks`, { sort: "name" });
  const exact = inboxes.filter(({ id, referenceId, name }) => [id, referenceId, name].includes(given));
  const wanted = given.toLowerCase();
  const found = exact.length > 0 ? exact : inboxes.filter(({ name }) => name.toLowerCase() === wanted);
  const [inbox, another] = found;
  if (inbox && another) {
    const ids = found.map(({ referenceId }) => referenceId).join(", ");
    throw new Failure("usage", `Several inboxes are called ${given}. Name one by its reference id: ${ids}.`);
  }
  if (inbox) return inbox;
  const names = inboxes.map(({ name }) => name);
  const near = nearest(given, names);
  const some = names.slice(0, 5).join(", ") + (names.length > 5 ? ", …" : "");
  const hint = near
    ? `Did you mean ${near}?`
    : names.length > 0
      ? `There are: ${some}.`
      : "The project has none yet: make one in the dashboard.";
  throw new Failure("notFound", `${project.name} has no inbox ${given}. ${hint}`);
}
