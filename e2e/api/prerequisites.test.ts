import { describe, expect, it } from "vitest";
import { createGroup, createGroupFlag, createRecord, done } from "./fixtures";
import {
  evaluated,
  flagsOf,
  is,
  owner,
  type Problem,
  reference,
  resolved,
  setUpSite,
} from "./targeting-site";

setUpSite();

describe("prerequisites", () => {
  it("must be on for the subject, and are named where they are not", async () => {
    const group = await createGroup(owner, reference);
    const base = await createGroupFlag(owner, group, { key: "base", defaultEnabled: false });
    await createGroupFlag(owner, group, {
      key: "next",
      defaultEnabled: true,
      prerequisites: [{ flagKey: "base" }],
    });
    const record = await createRecord(owner, group);
    expect(await resolved(record.id)).toMatchObject({
      next: { enabled: false, reason: "DISABLED", prerequisite: "base" },
    });
    const override = `/api/projects/${reference}/groups/${group.id}/records/${record.id}/values/${base.id}`;
    await done(owner.put(override, { enabled: true }));
    expect(await resolved(record.id)).toMatchObject({ next: { enabled: true } });
    const other = await evaluated("next", { group: group.key, targetingKey: "somebody" });
    expect(other).toMatchObject({ value: false, metadata: { prerequisite: "base" } });
  });

  it("never need each other, and keep the flag, its key and the variant that they name", async () => {
    const group = await createGroup(owner, reference);
    const variants = [{ key: "a", value: "A", weight: 100 }];
    const first = await createGroupFlag(owner, group, {
      name: "First",
      key: "first",
      type: "string",
      offValue: "",
      variants,
    });
    const needing = (flagKey: string, variant: string | null = null) => ({
      prerequisites: [{ flagKey, variant }],
    });
    const second = await createGroupFlag(owner, group, {
      name: "Second",
      key: "second",
      ...needing("first", "a"),
    });
    const third = await createGroupFlag(owner, group, { key: "third", ...needing("second") });
    const path = (id: string) => `${flagsOf(group)}/${id}`;
    const circle = await owner.put(path(first.id), needing("third"));
    expect([circle.status, circle.json<Problem>().issues?.[0]?.message]).toEqual([
      400,
      "would need each other: first → third → second → first",
    ]);
    const noVariant = await owner.put(path(third.id), needing("first", "b"));
    expect(noVariant.json<Problem>().issues?.[0]?.path).toBe("prerequisites.0.variant");
    for (const attempt of [
      owner.delete(path(first.id)),
      owner.put(path(first.id), { key: "renamed" }),
      owner.put(path(first.id), { variants: [{ ...variants[0], key: "b" }] }),
    ]) {
      const answer = await attempt;
      expect([answer.status, answer.json<Problem>().error]).toEqual([
        409,
        expect.stringContaining("“Second”"),
      ]);
    }
    await done(owner.put(path(first.id), { name: "Renamed", variants: [...variants] }));
    await done(owner.put(path(second.id), { prerequisites: [] }));
    await done(owner.delete(path(first.id)));
  });
});

describe("the explanation", () => {
  it("says for a record and for anybody else how it came to what they get", async () => {
    const group = await createGroup(owner, reference);
    await createGroupFlag(owner, group, { key: "base", defaultEnabled: true });
    const flag = await createGroupFlag(owner, group, {
      ...{
        key: "checkout",
        defaultEnabled: true,
        defaultPercentage: 50,
        prerequisites: [{ flagKey: "base" }],
      },
      rules: [
        {
          name: "Paying",
          conditions: [is("plan", "pro"), { attribute: "country", operator: "exists", not: true }],
        },
      ],
    });
    const path = `${flagsOf(group)}/${flag.id}`;
    const explain = (body: object) => done<Record<string, unknown>>(owner.post(`${path}/explain`, body));
    expect(await explain({ targetingKey: "visitor", context: { plan: "pro" } })).toMatchObject({
      ...{
        targetingKey: "visitor",
        isRecord: false,
        enabled: true,
        reason: "TARGETING_MATCH",
        rule: "Paying",
      },
      prerequisites: [{ flagKey: "base", variant: null, met: true }],
      override: null,
      bucket: expect.any(Number),
    });
    const record = await createRecord(owner, group, { metadata: { plan: "free", country: "CH" } });
    await done(
      owner.put(`/api/projects/${reference}/groups/${group.id}/records/${record.id}/values/${flag.id}`, {
        rollout: 100,
      }),
    );
    expect(await explain({ targetingKey: record.id, context: { plan: "pro" } })).toMatchObject({
      ...{
        isRecord: true,
        enabled: true,
        source: "record",
        override: { enabled: null, rollout: 100, hasValue: false },
      },
      rules: [
        {
          ...{ name: "Paying", holds: false, decides: false },
          conditions: [
            { attribute: "plan", found: "free", holds: false },
            { attribute: "country", found: "CH", holds: false, not: true },
          ],
        },
      ],
    });
    expect(await explain({})).toMatchObject({
      targetingKey: null,
      enabled: false,
      reason: "DEFAULT",
      bucket: null,
    });
    const wrong = await owner.post(`${path}/explain`, { context: [] });
    expect([wrong.status, wrong.json<Problem>().issues?.[0]?.path]).toEqual([400, "context"]);
    expect((await owner.post(`${path}/explain`, { environmentKey: "none" })).status).toBe(404);
  });

  it("takes unsaved fields like an update, says which version it is of, and stores nothing", async () => {
    const group = await createGroup(owner, reference);
    const flag = await createGroupFlag(owner, group, { key: "checkout" });
    const path = `${flagsOf(group)}/${flag.id}`;
    const subject = { targetingKey: "visitor", context: { plan: "pro" } };
    const explain = (draft: object) => owner.post(`${path}/explain`, { ...subject, ...draft });
    const explained = (draft: object) => done<Record<string, unknown>>(explain(draft));
    const rules = [{ name: "Paying", conditions: [is("plan", "pro")] }];
    const off = { enabled: false, reason: "DISABLED", rules: [] };
    expect(await explained({})).toMatchObject({ ...off, version: "saved" });
    expect(await explained({ rules })).toMatchObject({ ...off, version: "draft" });
    expect(await explained({ rules, defaultEnabled: true })).toMatchObject({
      ...{ version: "draft", enabled: true, reason: "TARGETING_MATCH", rule: "Paying" },
      rules: [{ name: "Paying", holds: true, decides: true }],
    });
    expect(await done(owner.get(path))).toEqual(flag);
    for (const [draft, place] of [
      [{ rules: [{ conditions: [] }] }, "rules.0.conditions"],
      [{ rules: [{ ...rules[0], variant: "none" }] }, "rules.0.variant"],
      [{ onValue: "text" }, "onValue"],
    ] as const) {
      const refused = await explain(draft);
      expect([refused.status, refused.json<Problem>().issues?.[0]?.path]).toEqual([400, place]);
    }
  });
});
