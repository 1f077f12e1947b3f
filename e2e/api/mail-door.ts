import { afterAll, beforeAll } from "vitest";
import { type Door, startDoor } from "../door";
import { MailingSite } from "../mail/mailing-site";
import { doorName } from "./client";

/** A door of its own for each file of tests about mail, and a release with an attachment. */
export let door: Door;
export let site: MailingSite;

/**
 * Creates the door before the tests of the file that calls this.
 * @param settings of a mail service; without one, mail stays in the outbox
 */
export function setUpDoor(settings?: (targetPort: number) => Record<string, string>): void {
  beforeAll(async () => {
    written = 0;
    door = await startDoor(
      doorName,
      (targetPort) => ({ DATABASE_URL: "", REDIS_URL: "", ...settings?.(targetPort) }),
      { pages: false, cheapPasswords: true },
    );
    site = await MailingSite.create(door.port);
    await site.attach("price list.txt", "text/plain", "1,2,3");
  });
  afterAll(() => door.stop());
}

export const content =
  "# Hello\n\n- **Gift** cards, [more](https://example.com/x?a=1&b=2)\n- a \\<script\\> and <script>alert(1)</script>\n- [bad](javascript:alert(1))\n";
let written = 0;
/** A text that nobody got yet. */
export const writeAnew = () => {
  written += 1;
  return site.write({ title: `January ${written}`, content });
};
export const three = ["ada@example.com", "bob@example.com", "Eve@example.com"];
