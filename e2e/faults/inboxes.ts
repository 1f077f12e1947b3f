import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { Caller } from "../caller";

export type Kept = { id: string; sequence: number; body: Buffer };
export type Inbox = { id: string; path: string };

/** A person with a project and inboxes on one process; what is kept can be asked for after a restart too. */
export class Inboxes {
  private constructor(
    readonly owner: Caller,
    readonly host: string,
    readonly all: readonly Inbox[],
    readonly api: string,
  ) {}

  static async create(port: number, count: number): Promise<Inboxes> {
    const owner = await new Caller(port).signedUp(`ada-${randomUUID()}@example.com`);
    const [team] = await owner.done<{ id: string }[]>("GET", "/api/teams");
    const project = await owner.done<{ id: string; host: string }>(
      "POST",
      `/api/teams/${team?.id}/projects`,
      {
        name: "Shop",
        slug: "shop",
      },
    );
    const api = `/api/projects/${project.id}/webhooks`;
    const all: Inbox[] = [];
    while (all.length < count) {
      const fields = { name: `Inbox ${all.length}` };
      const { id, referenceId } = await owner.done<{ id: string; referenceId: string }>("POST", api, fields);
      all.push({ id, path: `/api/webhook/${referenceId}` });
    }
    return new Inboxes(owner, project.host, all, api);
  }

  /** Newest first. */
  async kept({ id }: Inbox): Promise<Kept[]> {
    type Listed = { id: string; sequence: number; body: string; bodyEncoding: "utf8" | "base64" };
    const listed = await this.owner.done<Listed[]>("GET", `${this.api}/${id}/requests`);
    return listed.map(({ id, sequence, body, bodyEncoding }) => ({
      id,
      sequence,
      body: Buffer.from(body, bodyEncoding),
    }));
  }

  /** Captures a request from a connection of its own. */
  capture({ path }: Inbox) {
    return this.owner.send("POST", path, { host: this.host, body: { hello: "world" } });
  }

  /** Sequence of the newest capture that is kept. */
  async lastSequence(inbox: Inbox): Promise<number> {
    const [newest] = await this.kept(inbox);
    expect(newest).toBeDefined();
    return newest?.sequence ?? 0;
  }
}
