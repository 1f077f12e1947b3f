import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { expectRefusal } from "./client";
import { done } from "./fixtures";
import {
  generate,
  path,
  setUpSite,
  site,
  targetPort,
  url,
  withoutRepositories,
  written,
} from "./release-site";

setUpSite();

describe("sending to Slack", () => {
  it("sends a revision once, and again only once it is changed or failed", async () => {
    const { id } = await written((await generate({ repoUrls: [url("app")] })).id);
    await withoutRepositories(() =>
      withSlack(async (hooks) => {
        const settings = `/api/projects/${site.project.id}/release-settings`;
        const send = () => site.owner.post(`${path}/${id}/send-slack`, {});
        expectRefusal(await send(), 409, "Slack is not configured for this project");
        await done(
          site.owner.put(settings, { slackWebhookUrl: `http://127.0.0.1:${targetPort}/services/x` }),
        );
        hooks.status = 404;
        expectRefusal(await send(), 502, "Slack refused the message: 404 no_service");
        hooks.status = 200;
        const twice = await Promise.all([send(), send()]);
        expect(twice.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
        expect(await done(send())).toEqual({ success: true });
        expect(hooks.bodies).toHaveLength(2);
        // Who hangs up in the middle may have posted the message.
        await done(site.owner.put(`${path}/${id}`, { content: "# Lost\n" }));
        hooks.status = 0;
        expectRefusal(
          await send(),
          502,
          "Slack did not say whether it took the message. Look into the channel; should it not be there, change the release and send it again.",
        );
        hooks.status = 200;
        expectRefusal(
          await send(),
          409,
          "This text is being sent already. Should it never arrive, change the release and send it again.",
        );
        expect(hooks.bodies).toHaveLength(3);
        const content = `<!channel> @here\n${"- a line of many\n".repeat(2000)}`;
        await done(site.owner.put(`${path}/${id}`, { content }));
        await done(send());
        const text = hooks.bodies.at(-1)?.blocks[0]?.text ?? "";
        expect(text.length).toBeLessThanOrEqual(11_000);
        expect(text).toMatch(/^# Draft: Release notes/);
        expect(text).toMatch(/Read on in Fieldkit/);
        expect(text).not.toMatch(/<!channel>|@here/);
      }),
    );
  });
});

type Slack = {
  /** What it answers with; 0 hangs up. */
  status: number;
  bodies: { text: string; blocks: { text: string }[] }[];
};

/** Answers like Slack's incoming webhooks and keeps what it got, until the work is done. */
async function withSlack(work: (slack: Slack) => Promise<void>): Promise<void> {
  const slack: Slack = { status: 200, bodies: [] };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    slack.bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
    if (slack.status === 0) return void request.socket.destroy();
    response.writeHead(slack.status).end(slack.status === 200 ? "ok" : "no_service");
  });
  await new Promise<void>((resolve) => server.listen(targetPort, "127.0.0.1", resolve));
  try {
    await work(slack);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
