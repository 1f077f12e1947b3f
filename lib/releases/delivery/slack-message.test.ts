import { expect, it } from "vitest";
import type { ReleaseRow } from "../notes/to-release";
import { slackMessage } from "./slack-message";

it("images of attachments are their words, which Slack's readers may see", () => {
  const content =
    "- A cart: ![the cart](attachment:0198f0a0-1111-7222-8333-444455556666)\n- ![b](https://example.com/b.png)\n";
  const release = { title: "Spring", status: "published", content } as ReleaseRow;
  const [block] = slackMessage(release, "https://example.com").blocks;
  expect(block?.text).toBe("# Spring\n\n- A cart: the cart\n- ![b](https://example.com/b.png)\n");
});
