import { createHash } from "node:crypto";
import { beforeAll, beforeEach } from "vitest";
import { type Answer, send } from "./client";
import { createMock, createProject, createSite, done, hostOf, type Site } from "./fixtures";

export type MockFile = {
  id: string;
  name: string;
  contentType: string;
  size: number;
  sha256: string;
  mocks: number;
};

/** Every byte, which no text has. */
export const content = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
export const sha256 = createHash("sha256").update(content).digest("hex");

type Upload = { name?: string; type?: string; content?: Buffer | string };

export const fileOf = ({
  name = "thing.bin",
  type = "application/x-thing",
  content: bytes = content,
}: Upload = {}) => new File([bytes as BlobPart], name, { type });

/** A project for each test of a file, and what is done there with files. Its fields are those of the current one. */
export class FileSite {
  site!: Site;
  files = "";

  constructor() {
    beforeAll(async () => {
      this.site = await createSite();
    });
    beforeEach(() => this.inNewProject());
  }

  async inNewProject(): Promise<void> {
    const project = await createProject(this.site.owner, this.site.team.id);
    const [host, mocks] = [hostOf(this.site.team, project), `/api/projects/${project.id}/mocks`];
    this.site = { ...this.site, project, host, mocks };
    this.files = `/api/projects/${project.id}/mock-files`;
  }

  async form(path: string, parts: [name: string, value: File | string][]): Promise<Answer> {
    const data = new FormData();
    for (const [name, value] of parts) data.append(name, value);
    const encoded = new Response(data);
    const body = Buffer.from(await encoded.arrayBuffer());
    const type = encoded.headers.get("content-type") ?? "";
    return this.site.owner.call("POST", path, body, { "content-type": type });
  }

  upload = (file?: Upload) => this.form(this.files, [["file", fileOf(file)]]);
  uploaded = (file?: Upload) => done<MockFile>(this.upload(file), 201);
  mock = (fields: Record<string, unknown>) => createMock(this.site.owner, this.site.project.id, fields);
  listed = () => done<MockFile[]>(this.site.owner.get(this.files));
  ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    send({ method, host: this.site.host, path: `/api/mock${path}`, headers });
}
