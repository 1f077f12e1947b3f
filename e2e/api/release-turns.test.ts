import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { targetPort as ownTargetPort } from "../target-port";
import { createSite, done } from "./fixtures";

type Release = { id: string; status: string; errorMessage: string | null };

const origin = `http://127.0.0.1:${ownTargetPort()}`;
let asked = 0;
/** Never answers for one repository, and knows no other. */
const server = createServer((request, response) => {
  if (!request.url?.startsWith("/hangs")) return void response.writeHead(404).end();
  asked += 1;
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(ownTargetPort(), "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

it("repositories that never answer keep nobody else waiting", async () => {
  const [hanging, other] = [await createSite(), await createSite()];
  const generate = ({ owner, project }: typeof other, name: string) =>
    done<Release>(
      owner.post(`/api/projects/${project.id}/releases/generate`, {
        ...{ fromDate: "2026-01-01", toDate: "2026-01-31", repoUrls: [`${origin}/${name}.git`] },
      }),
      201,
    );
  await Promise.all(Array.from({ length: 8 }, () => generate(hanging, "hangs")));
  await expect.poll(() => asked).toBeGreaterThan(0);
  const { id } = await generate(other, "nothing");
  const read = () => done<Release>(other.owner.get(`/api/projects/${other.project.id}/releases/${id}`));
  await expect.poll(async () => (await read()).status).toBe("draft");
  expect((await read()).errorMessage).toContain("There is no repository at this address");
  const path = `/api/projects/${hanging.project.id}/releases?status=processing`;
  expect(await done<Release[]>(hanging.owner.get(path))).toHaveLength(8);
  await done(hanging.owner.delete(`/api/teams/${hanging.team.id}/projects/${hanging.project.id}`));
});
