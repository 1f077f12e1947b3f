import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { NextApiRequest, NextApiResponse } from "next";
import { expect, it } from "vitest";
import { declareOwnServer } from "@/lib/api/before-next";
import { targetHeader } from "@/lib/platform/hosts/project-host";
import projectHost from "@/pages/api/project-host";

it("Next's handler of project hosts serves no project behind Fieldkit's own server", async () => {
  declareOwnServer();
  const next = createServer((request, response) => {
    void projectHost(request as NextApiRequest, response as NextApiResponse);
  });
  next.listen(0, "127.0.0.1");
  await once(next, "listening");
  const { port } = next.address() as AddressInfo;
  const headers = { host: "team-project.mock.localhost:3000", [targetHeader]: "/api/mock/a" };
  const [response] = await once(request({ port, host: "127.0.0.1", headers }).end(), "response");
  expect(response.statusCode).toBe(404);
  expect(await json(response)).toMatchObject({ error: expect.stringContaining("/api/openapi.json") });
  next.close();
});
