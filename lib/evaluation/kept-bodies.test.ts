import { beforeEach, expect, it } from "vitest";
import { keptBody } from "./kept-bodies";
import { bytesOf } from "./revalidated";
import type { ProjectFlags, RecordSnapshot } from "./snapshots";

const project = (version: string) => ({ version, projectId: "p" }) as ProjectFlags;
const record = (id: string, version: string) => ({ id, version }) as RecordSnapshot;
const environment = (id: string) => ({ id, key: id, name: id, isDefault: false });

const count = { made: 0, bodies: 0 };
beforeEach(() => Object.assign(count, { made: 0, bodies: 0 }));

type Asked = { project?: string; record?: string; id?: string; env?: string };

/** @param isLate whether the body is made when it is needed, as that of a large answer is */
function ask(
  { project: p = "1", record: r = "1", id = "one", env }: Asked = {},
  { bytes = 10, isLate = false } = {},
) {
  const source = {
    project: project(p),
    record: record(id, r),
    environment: env === undefined ? undefined : (environment(env) as never),
  };
  const body = () => {
    count.bodies += 1;
    return Buffer.alloc(bytes, "x");
  };
  return keptBody(source, () => {
    count.made += 1;
    return { etag: `"${count.made}"`, body: isLate ? body : body(), others: new Uint32Array() };
  });
}

it("keeps one answer for each record and environment", () => {
  const asked: Asked[] = [...[{}, { env: "a" }, { env: "b" }, { id: "two" }, { id: "two", env: "a" }]];
  const first = asked.map((each) => ask(each));
  expect(count.made).toBe(asked.length);
  expect(asked.map((each) => ask(each))).toEqual(first);
  expect(count.made).toBe(asked.length);
});

it.each([{ project: "2" }, { record: "2" }])("makes all anew once %o is another", (changed) => {
  const id = JSON.stringify(changed);
  const old = [ask({ id }), ask({ id, env: "a" })];
  const anew = [ask({ id, ...changed }), ask({ id, env: "a", ...changed })];
  expect(count.made).toBe(4);
  expect(anew).not.toEqual(old);
  expect(ask({ id, ...changed })).toEqual(anew[0]);
});

it("keeps the newest of a record's answers, where they are too large together", () => {
  const bytes = 5 * 1024 * 1024;
  ask({ id: "large", env: "a" }, { bytes });
  // Comparing megabytes one by one takes seconds.
  const { body } = ask({ id: "large", env: "b" }, { bytes });
  expect(ask({ id: "large", env: "b" }).body === body).toBe(true);
  ask({ id: "large", env: "a" });
  expect(count.made).toBe(3);
  expect(ask({ id: "large", env: "b" }).body === body).toBe(true);
});

it("makes the body of a large one for those who need it, and keeps it from the second on", () => {
  const asked = () => ask({ id: "late" }, { isLate: true });
  expect([asked().etag, asked().etag]).toEqual(['"1"', '"1"']);
  expect(count).toEqual({ made: 1, bodies: 0 });
  for (let at = 0; at < 3; at += 1) expect(bytesOf(asked())).toHaveLength(10);
  expect(count.bodies).toBe(1);
});
