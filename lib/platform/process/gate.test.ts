import { expect, it } from "vitest";
import { Gate } from "./gate";

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("lets so many in at once, the others one by one, also after a failure", async () => {
  const gate = new Gate(2);
  const inside = new Set<string>();
  const leave = new Map<string, (failed: boolean) => void>();
  const enter = (name: string) =>
    gate.run(
      () =>
        new Promise<string>((resolve, reject) => {
          inside.add(name);
          leave.set(name, (failed) => {
            inside.delete(name);
            if (failed) reject(new Error(name));
            else resolve(name);
          });
        }),
    );
  const runs = ["a", "b", "c", "d"].map(enter);
  await settled();
  expect([...inside]).toEqual(["a", "b"]);
  leave.get("a")?.(true);
  await expect(runs[0]).rejects.toThrow("a");
  await settled();
  expect([...inside]).toEqual(["b", "c"]);
  for (const name of ["b", "c"]) leave.get(name)?.(false);
  await settled();
  expect([...inside]).toEqual(["d"]);
  leave.get("d")?.(false);
  expect(await Promise.all(runs.slice(1))).toEqual(["b", "c", "d"]);
});
