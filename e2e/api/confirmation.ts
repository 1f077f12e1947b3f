import { expect } from "vitest";
import { type Answer, expectRefusal } from "./client";
import type { Environment } from "./fixtures";

export type Protected = Environment & { isProtected: boolean };

/** The header that names environments, by their keys with commas between. */
export const confirm = (keys: string) => ({ "x-confirm-environment": keys });

/** Asserts that a change was refused until these are named. */
export function expectUnconfirmed(answer: Answer, environments: readonly Protected[]) {
  const names = environments.map(({ name }) => name).join(", ");
  const keys = environments.map(({ key }) => key).join(", ");
  const body = expectRefusal(
    answer,
    428,
    `This changes ${names}, which ${environments.length > 1 ? "are" : "is"} protected. Send X-Confirm-Environment: ${keys} to confirm it.`,
  );
  expect(body).toMatchObject({
    code: "confirmation_required",
    confirm: environments.map(({ name, key }) => ({ name, key })),
  });
}
