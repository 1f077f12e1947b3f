import { describe, expect, it } from "vitest";
import { expectRefusal, send } from "./client";

describe.each(["sdk", "cli"])("the package %s", (name) => {
  it("redirects to its newest version, which npm can keep forever", async () => {
    const newest = await send({ path: `/${name}.tgz` });
    expect([newest.status, newest.headers["cache-control"]]).toEqual([307, "no-store"]);
    const path = newest.headers.location ?? "";
    expect(path).toMatch(new RegExp(`^/${name}-\\d+\\.\\d+\\.\\d+-g[0-9a-f]{8}\\.tgz$`));
    const archive = await send({ path });
    expect(archive.status).toBe(200);
    expect(archive.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(archive.headers["content-type"]).toBe("application/gzip");
    expect(archive.headers["content-encoding"]).toBeUndefined();
    expect(archive.body.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  });

  it("has only the versions that were served, and only reads", async () => {
    expectRefusal(await send({ path: `/${name}-9.9.9-g00000000.tgz` }), 404, "Package not found");
    expect((await send({ method: "POST", path: `/${name}.tgz` })).status).toBe(405);
  });
});
