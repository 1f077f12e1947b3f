import { describe, expect, it } from "vitest";
import { createTeam, done, join, type Person, password, postJson, signUp, unique } from "./fixtures";
import { type Entry, personalTeam } from "./trail-of";

const trailOf = (reader: Person, teamId: string) =>
  done<Entry[]>(reader.get(`/api/teams/${teamId}/audit-log?limit=20`));
const newer = "a better horse battery";

describe("what somebody changes of their account", () => {
  it("is in their own trail, from where it came, without a secret", async () => {
    const ada = await signUp();
    const own = await personalTeam(ada);
    const elsewhere = {
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    };
    await postJson("/api/auth/sign-in", { email: ada.email, password }, elsewhere);
    const sessions = await done<{ id: string; isCurrent: boolean }[]>(ada.get("/api/account/sessions"));
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    await done(ada.put("/api/account", { name: "Ada L." }));
    await done(ada.delete(`/api/account/sessions/${other?.id}`));
    await postJson("/api/auth/sign-in", { email: ada.email, password }, elsewhere);
    await done(ada.delete("/api/account/sessions"));
    await done(ada.post("/api/account/password", { currentPassword: password, newPassword: newer }));
    const entries = await trailOf(ada, own);
    expect(entries).toMatchObject([
      { operation: "changePassword", before: null, after: null, subjectName: "Ada L." },
      { operation: "endOtherSessions", before: { sessions: ["Firefox on Linux"] }, after: { sessions: [] } },
      { operation: "endSession", before: { device: "Firefox on Linux" }, subjectName: "Firefox on Linux" },
      { operation: "updateAccount", before: { name: "Ada" }, after: { name: "Ada L." } },
    ]);
    const mine = { actorKind: "person", actorId: ada.id, subjectKind: "account", subjectId: ada.id };
    for (const entry of entries) expect(entry).toMatchObject({ ...mine, clientAddress: expect.any(String) });
    expect(JSON.stringify(entries)).not.toContain(newer);
  });

  it("is nobody else's business, not even an admin's of the same team", async () => {
    const [ada, ben] = [await signUp(), await signUp()];
    const own = await personalTeam(ada);
    await join(ada, own, ben);
    await done(ada.put(`/api/teams/${own}/members/${ben.id}`, { role: "admin" }));
    await done(ada.put("/api/account", { name: "Ada L." }));
    const operations = async (reader: Person) =>
      (await trailOf(reader, own)).map(({ operation }) => operation);
    expect(await operations(ada)).toContain("updateAccount");
    expect(await operations(ben)).toContain("updateMember");
    expect(await operations(ben)).not.toContain("updateAccount");
    const file = await ben.get(`/api/teams/${own}/audit-log/export?format=json`);
    expect(file.text()).not.toContain("updateAccount");
  });

  it("and the end of it is in the trail of each team that they were in", async () => {
    const [ada, ben] = [await signUp(), await signUp()];
    const teams = [await createTeam(ada, unique("one")), await createTeam(ada, unique("two"))];
    for (const { id } of teams) await join(ada, id, ben);
    await done(ben.call("DELETE", "/api/account", { password }));
    for (const { id } of teams) {
      const [entry] = await trailOf(ada, id);
      expect(entry).toMatchObject({
        ...{ operation: "deleteAccount", subjectKind: "member", subjectId: ben.id, actorId: ben.id },
        ...{ before: { role: "member" }, after: null },
      });
    }
  });
});
