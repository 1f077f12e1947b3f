import { describe, expect, it } from "vitest";
import type { Credentials } from "./backend";
import { settled } from "./fixtures/hand-clock";
import { SharedOpenings } from "./shared-openings";

const cookie = (value: string): Credentials => ({ headers: { cookie: value } });

/** An app that answers a question when the test says so. */
class SlowApp {
  readonly asked: { requestId: string | undefined; answer: () => void; fail: () => void }[] = [];
  readonly openings = new SharedOpenings(
    (_, __, requestId) =>
      new Promise((resolve, reject) => {
        const opened = { grant: `${requestId}`, lastSequence: 1, expiresAt: Number.POSITIVE_INFINITY };
        this.asked.push({ requestId, answer: () => resolve(opened), fail: () => reject(new Error("no")) });
      }),
  );

  /** @returns whose question each client's answer came from */
  open(inbox: string, credentials: Credentials, requestId: string): Promise<string> {
    const answer = this.openings.open(inbox, credentials, requestId);
    return answer.then(
      ({ grant }) => grant,
      () => `${requestId} failed`,
    );
  }
}

describe("clients that come at once", () => {
  it("share a question that was asked after they came", async () => {
    const app = new SlowApp();
    const clients = Array.from({ length: 5 }, (_, at) => app.open("a", cookie("c"), `${at}`));
    expect(app.asked.map(({ requestId }) => requestId)).toEqual(["0"]);
    app.asked[0]?.answer();
    await settled();
    expect(app.asked.map(({ requestId }) => requestId)).toEqual(["0", "1"]);
    const late = app.open("a", cookie("c"), "late");
    app.asked[1]?.answer();
    expect(await Promise.all(clients)).toEqual(["0", "1", "1", "1", "1"]);
    await settled();
    app.asked[2]?.answer();
    expect(await late).toBe("late");
  });

  it("share a failure, and nobody else does", async () => {
    const app = new SlowApp();
    const clients = ["0", "1", "2"].map((id) => app.open("a", cookie("c"), id));
    app.asked[0]?.fail();
    await settled();
    app.asked[1]?.answer();
    expect(await Promise.all(clients)).toEqual(["0 failed", "1", "1"]);
  });

  it.each<[string, [string, Credentials], [string, Credentials]]>([
    ["of another inbox", ["a", cookie("c")], ["b", cookie("c")]],
    ["of somebody else", ["a", cookie("c")], ["a", cookie("d")]],
    ["with a ticket", ["a", { ticket: "t" }], ["a", { ticket: "t" }]],
  ])("ask for themselves: %s", (_, one, other) => {
    const app = new SlowApp();
    void app.open(...one, "0");
    void app.open(...other, "1");
    expect(app.asked).toHaveLength(2);
  });

  it("ask anew once all before them have their answer", async () => {
    const app = new SlowApp();
    for (const id of ["0", "1"]) {
      const client = app.open("a", cookie("c"), id);
      await settled();
      app.asked.at(-1)?.answer();
      expect(await client).toBe(id);
      await settled();
    }
  });
});
