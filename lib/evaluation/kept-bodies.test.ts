import { beforeEach, expect, it } from "vitest";
import { keptBody } from "./kept-bodies";
import { taggedBody } from "./revalidated";
import type { ProjectFlags, RecordSnapshot } from "./snapshots";

const project = (version: string) => ({ version, projectId: "p" }) as ProjectFlags;
const record = (id: string, version: string) => ({ id, version }) as RecordSnapshot;
const environment = (id: string) => ({ id, key: id, name: id, isDefault: false });

let made = 0;
beforeEach(() => {
  made = 0;
});

type Asked = { form?: "sdk" | "ofrep"; project?: string; record?: string; id?: string; env?: string };

function ask({ form = "sdk", project: p = "1", record: r = "1", id = "one", env }: Asked = {}, bytes = 10) {
  const source = {
    project: project(p),
    record: record(id, r),
    environment: env === undefined ? undefined : (environment(env) as never),
  };
  return keptBody(form, source, () => {
    made += 1;
    return taggedBody(Buffer.alloc(bytes, String(made)));
  });
}

it("keeps one answer for each record, form and environment", () => {
  const asked: Asked[] = [
    {},
    ...[{ form: "ofrep" as const }, { env: "a" }, { env: "b" }, { id: "two" }, { id: "two", env: "a" }],
  ];
  const first = asked.map((each) => ask(each));
  expect(made).toBe(asked.length);
  expect(asked.map((each) => ask(each))).toEqual(first);
  expect(made).toBe(asked.length);
});

it.each([{ project: "2" }, { record: "2" }])("makes all anew once %o is another", (changed) => {
  const id = JSON.stringify(changed);
  const old = [ask({ id }), ask({ id, env: "a" })];
  const anew = [ask({ id, ...changed }), ask({ id, env: "a", ...changed })];
  expect(made).toBe(4);
  expect(anew).not.toEqual(old);
  expect(ask({ id, ...changed })).toBe(anew[0]);
});

it("keeps the newest of a record's answers, where they are too large together", () => {
  const MiB = 1024 * 1024;
  ask({ id: "large", env: "a" }, 5 * MiB);
  const newest = ask({ id: "large", env: "b" }, 5 * MiB);
  expect(ask({ id: "large", env: "b" })).toBe(newest);
  ask({ id: "large", env: "a" });
  expect(made).toBe(3);
  expect(ask({ id: "large", env: "b" })).toBe(newest);
});
