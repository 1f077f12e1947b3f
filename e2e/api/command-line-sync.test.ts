import { existsSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createKey, createMock, done } from "./fixtures";
import { repository } from "./repository";

const { now, run, ok, path, text, change, listed } = repository();

describe("mocks in a repository", () => {
  it("pulled and pushed, nothing changes, whatever their bodies are", async () => {
    const bodies = [
      '{"a":1}',
      '{\n  "b": [1, 2]\n}',
      '{ "odd":1 }',
      "two\nlines\n",
      "",
      '{"n":1.0}',
      "12345678901234567890",
    ];
    for (const responseBody of bodies)
      await createMock(now.site.owner, now.site.project.id, { responseBody });
    await createMock(now.site.owner, now.site.project.id, {
      ...{ method: "POST", endpoint: "/orders/:id", name: "Orders", tags: ["b", "a"] },
      responses: [
        { name: "paid", body: '{"paid":true}', when: { all: [{ in: "query", name: "p", equals: "1" }] } },
      ],
    });
    const before = await listed();
    await ok("mocks", "pull");
    expect(text("mocks/post-orders-id.json")).toContain('"bodyJson": {\n        "paid": true');
    expect((await ok("mocks", "push", "--check")).stderr).toContain("are the same");
    await ok("mocks", "push", "--yes");
    expect(await listed()).toEqual(before);
  });

  it("a change is shown, and made only where somebody agrees", async () => {
    await createMock(now.site.owner, now.site.project.id, { endpoint: "/a", responseBody: '{"a":1}' });
    await ok("mocks", "pull");
    change("mocks/get-a.json", '"a": 1', '"a": 2');
    writeFileSync(
      path("mocks/new.json"),
      JSON.stringify({ name: "New", endpoint: "/new", responseBodyJson: [1] }),
    );
    expect((await run("mocks", "push", "--check")).code).toBe(1);
    const shown = await ok("mocks", "push", "--dry-run");
    expect(shown.stderr).toMatch(/~ GET \/a[\s\S]*-.*"a": 1[\s\S]*\+.*"a": 2[\s\S]*\+ GET \/new/);
    expect(await run("mocks", "push")).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    expect(await listed()).toHaveLength(1);
    await ok("mocks", "push", "--yes");
    const all = (await listed()).map(({ endpoint, responseBody }) => [endpoint, responseBody]).sort();
    expect(all).toEqual([
      ["/a", '{"a":2}'],
      ["/new", "[1]"],
    ]);
    await ok("mocks", "push", "--check");
  });

  it("what somebody else has changed is not overwritten, on either side", async () => {
    const { id } = await createMock(now.site.owner, now.site.project.id, { endpoint: "/a", name: "Mine" });
    await ok("mocks", "pull");
    await done(now.site.owner.put(`${now.site.mocks}/${id}`, { name: "Theirs" }));
    expect((await ok("mocks", "push", "--yes")).stderr).toContain("1 mock newer in the project");
    await ok("mocks", "push", "--yes", "--force");
    expect(await listed()).toMatchObject([{ name: "Mine" }]);
    await done(now.site.owner.put(`${now.site.mocks}/${id}`, { name: "Theirs" }));
    change("mocks/get-a.json", "Mine", "Ours");
    const refused = await run("mocks", "push", "--yes");
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("was changed in the project since the last pull"),
    ]);
    expect((await run("mocks", "pull")).code).toBe(1);
    expect(text("mocks/get-a.json")).toContain("Ours");
    await ok("mocks", "push", "--yes", "--force");
    expect(await listed()).toMatchObject([{ name: "Ours" }]);
  });

  it("nothing is deleted but by --prune, and what was deleted elsewhere goes from the files", async () => {
    const kept = await createMock(now.site.owner, now.site.project.id, { endpoint: "/kept" });
    await createMock(now.site.owner, now.site.project.id, { endpoint: "/gone" });
    await ok("mocks", "pull");
    rmSync(path("mocks/get-gone.json"));
    await ok("mocks", "push", "--yes");
    expect(await listed()).toHaveLength(2);
    await ok("mocks", "push", "--yes", "--prune");
    expect(await listed()).toHaveLength(1);
    await done(now.site.owner.delete(`${now.site.mocks}/${kept.id}`));
    const shown = await run("mocks", "push", "--check");
    expect([shown.code, shown.stderr]).toEqual([
      1,
      expect.stringMatching(/< GET \/kept was deleted in the project\n1 mock newer.*Run fieldkit mocks pull/),
    ]);
    await ok("mocks", "pull");
    expect(existsSync(path("mocks/get-kept.json"))).toBe(false);
  });

  it("refuses wrong files, lists every problem, and writes nothing", async () => {
    await createMock(now.site.owner, now.site.project.id, { endpoint: "/a" });
    await ok("mocks", "pull");
    const write = (name: string, content: unknown) => writeFileSync(path(name), JSON.stringify(content));
    write("mocks/sound.json", { name: "Sound", endpoint: "/sound" });
    write("mocks/typed.json", { name: "B", endpoint: "/b", statusCode: 99, responseBody: { a: 1 } });
    write("mocks/unknown.json", { name: "C", endpoint: "/c", respons: "" });
    write("mocks/template.json", { endpoint: "/d", templated: true, responseBody: "{{ a" });
    writeFileSync(path("mocks/broken.json"), "{");
    const refused = await run("mocks", "push", "--yes");
    expect(refused.code).toBe(1);
    const lines = [
      ["broken", "isn't valid JSON"],
      ["typed", "responseBody must be a string. Use responseBodyJson"],
      ["typed", "statusCode must be"],
      ["unknown", "respons isn't a known field"],
      ["template", "name is missing"],
      ["template", "responseBody has a mistake in line 1"],
    ];
    for (const [name, problem] of lines) {
      expect(refused.stderr).toContain(`fieldkit/mocks/${name}.json: ${problem}`);
    }
    expect(refused.stderr).toContain("6 problems in 4 files. Nothing was changed.");
    const { stderr } = await run("mocks", "push", "--check", "--json");
    const [, failure = ""] = stderr.trim().split("\n");
    expect(JSON.parse(failure)).toMatchObject({
      code: "failed",
      problems: expect.arrayContaining([
        { file: "fieldkit/mocks/unknown.json", path: "respons", message: expect.stringContaining("known") },
      ]),
    });
    expect(await listed()).toHaveLength(1);
  });

  it("leaves nothing to do after a push that is done", async () => {
    await createMock(now.site.owner, now.site.project.id, { endpoint: "/pulled" });
    await ok("mocks", "pull");
    const mock = { name: " Orders ", endpoint: "orders", tags: [" a "], responses: [{ body: "x" }] };
    writeFileSync(path("mocks/new.json"), JSON.stringify(mock));
    expect((await ok("mocks", "push", "--yes")).stderr).toContain("Done: 1 change made.");
    expect((await ok("mocks", "push", "--check")).stderr).toContain("Files and project are the same.");
    rmSync(path("mocks/get-pulled.json"));
    const left = await ok("mocks", "push", "--yes");
    expect(left.stderr).toContain("0 changes made, 1 difference left.");
    const { code, stdout } = await run("mocks", "push", "--check", "--json");
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({ differs: true, differences: [{ key: "GET /pulled", change: "extra" }] }),
    ]);
  });

  it("ends with 3 for a key that only reads, and says so once", async () => {
    await createMock(now.site.owner, now.site.project.id, { endpoint: "/a" });
    await createMock(now.site.owner, now.site.project.id, { endpoint: "/b" });
    await ok("mocks", "pull");
    for (const name of ["a", "b"]) change(`mocks/get-${name}.json`, '"enabled": true', '"enabled": false');
    const { key } = await createKey(now.site.owner, now.site.project.referenceId, { scope: "read" });
    now.env.FIELDKIT_API_KEY = key;
    const { code, stderr } = await run("mocks", "push", "--yes");
    expect([code, stderr.match(/needs a key with the scope/g)?.length]).toEqual([3, 1]);
    expect(stderr).toContain("0 of 2 changes made.");
  });
});
