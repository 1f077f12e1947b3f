import { describe, expect, it } from "vitest";
import { cookieOf, expectSubjects, json, mailsTo, newPerson, password, send, signIn } from "./limited-door";

/** Tests of the file that calls this: they share its door, which takes seconds to start. */
export function describeEmailChanges(): void {
  describe("another e-mail address", () => {
    const ask = (cookie: string, newEmail: string) =>
      send("POST", "/api/account/email", { newEmail, password }, { cookie });
    async function linkTo(email: string, path = "change-email"): Promise<string> {
      const link = new RegExp(`/api/auth/${path}/\\S+`);
      const find = async () => (await mailsTo(email)).findLast(({ text }) => link.test(text));
      await expect.poll(find).toBeDefined();
      return link.exec((await find())?.text ?? "")?.[0] ?? "";
    }

    it("counts once its link was confirmed, which works once", async () => {
      const ada = await newPerson();
      const next = `next-${ada.email}`;
      json(await ask(ada.cookie, next));
      const link = await linkTo(next);
      expect((await send("GET", link)).text).toContain(next);
      expect(json(await send("GET", "/api/account", undefined, ada))).toMatchObject({ email: ada.email });
      json(await send("POST", link));
      expect((await send("POST", link)).status).toBe(410);
      const account = await send("GET", "/api/account", undefined, { cookie: ada.cookie });
      // Without a mail service the link comes from the administrator, and says nothing of the address.
      expect(json(account)).toMatchObject({ email: next, emailVerified: false });
      expect((await signIn(ada.email)).status).toBe(401);
      expect((await signIn(next)).status).toBe(200);
      await expectSubjects(ada.email, [
        "Your email address is about to change",
        "Your email address was changed",
      ]);
    });

    it("is canceled by a link to the current one, which signs everyone out", async () => {
      const ada = await newPerson();
      json(await ask(ada.cookie, `next-${ada.email}`));
      const link = await linkTo(`next-${ada.email}`);
      const cancellation = await linkTo(ada.email, "cancel-email-change");
      const page = await send("GET", cancellation, undefined, { html: true });
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(`next-${ada.email}`)]);
      expect((await send("GET", "/api/account", undefined, ada)).status).toBe(200);
      json(await send("POST", cancellation));
      expect((await send("GET", "/api/account", undefined, ada)).status).toBe(401);
      const expired = await send("POST", link, undefined, { html: true });
      expect([expired.status, expired.text]).toEqual([410, expect.stringContaining("This link has expired")]);
    });

    it("gives way to the one before for a week, whose owner chooses a new password", async () => {
      const ada = await newPerson();
      const intruder = cookieOf(await signIn(ada.email));
      json(await ask(intruder, `evil-${ada.email}`));
      json(await send("POST", await linkTo(`evil-${ada.email}`), undefined, { cookie: intruder }));
      const restoration = await linkTo(ada.email, "restore-email");
      expect((await send("GET", restoration, undefined, { html: true })).text).toContain(ada.email);
      const restored = json<{ resetUrl: string }>(await send("POST", restoration));
      expect((await send("GET", "/api/account", undefined, { cookie: intruder })).status).toBe(401);
      expect((await signIn(ada.email)).status).toBe(401);
      const token = new URL(restored.resetUrl).searchParams.get("token");
      const reset = { token, password: "a better horse battery" };
      expect((await send("POST", "/api/auth/reset-password", reset)).status).toBe(200);
      expect((await send("POST", restoration)).status).toBe(410);
    });

    it("that was asked for before counts no more", async () => {
      const ada = await newPerson();
      json(await ask(ada.cookie, `first-${ada.email}`));
      const first = await linkTo(`first-${ada.email}`);
      json(await ask(ada.cookie, `second-${ada.email}`));
      expect((await send("POST", first)).status).toBe(410);
      json(await send("POST", await linkTo(`second-${ada.email}`)));
    });

    it("that is somebody's tells only that person", async () => {
      const [ada, ben] = [await newPerson(), await newPerson()];
      const [taken, free] = [await ask(ada.cookie, ben.email), await ask(ada.cookie, `free-${ada.email}`)];
      expect([taken.status, taken.text]).toEqual([free.status, free.text]);
      await expectSubjects(ben.email, ["This email address already has an account"]);
      expect((await mailsTo(ben.email))[0]?.text).not.toContain("change-email");
    });

    it("to an address that another account has taken since is refused with 409", async () => {
      const ada = await newPerson();
      const next = `next-${ada.email}`;
      json(await ask(ada.cookie, next));
      const link = await linkTo(next);
      json(await send("POST", "/api/auth/sign-up/email", { name: "Ben", email: next, password }));
      expect((await send("POST", link)).status).toBe(409);
      expect((await signIn(ada.email)).status).toBe(200);
    });

    it("takes the password, and ends links for a new password that went to the one before", async () => {
      const ada = await newPerson();
      const wrong = { newEmail: `next-${ada.email}`, password: "wrong wrong" };
      expect((await send("POST", "/api/account/email", wrong, { cookie: ada.cookie })).status).toBe(400);
      json(await send("POST", "/api/auth/request-password-reset", { email: ada.email }));
      await expectSubjects(ada.email, ["Reset your password"]);
      const token = /token=(\S+)/.exec((await mailsTo(ada.email))[0]?.text ?? "")?.[1];
      json(await ask(ada.cookie, `next-${ada.email}`));
      json(await send("POST", await linkTo(`next-${ada.email}`)));
      const reset = { token, password: "a better horse battery" };
      expect((await send("POST", "/api/auth/reset-password", reset)).status).toBe(410);
    });
  });
}
