import { expect, test } from "vitest";
import { passwordProblem } from "./password-policy";

const owner = { email: "Grace.Hopper@example.com", name: "Grace Brewster" };

test.each(["password", "PassWord", "12345678", "password1", "iloveyou", "qwertyuiop"])(
  "%s is too common",
  async (password) => {
    expect(await passwordProblem(password, owner)).toMatch(/most common/);
  },
);

test.each(["grace.hopper@example.com", "GRACE.HOPPER", "grace brewster"])(
  "%s is the person's own",
  async (password) => {
    expect(await passwordProblem(password, owner)).toMatch(/your own/);
  },
);

test.each(["correct horse battery", "grace.hopper-and-more", "vK9#mQ2x"])("%s is fine", async (password) => {
  expect(await passwordProblem(password, owner)).toBeUndefined();
});
