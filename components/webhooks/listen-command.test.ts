import { expect, test } from "vitest";
import { listenCommand } from "./listen-command";

test.each([
  ["https://fieldkit.example.com", "http://localhost:4000/webhooks"],
  ["http://localhost:3000", "http://localhost:4000/webhooks"],
  ["http://localhost:4000", "http://localhost:4001/webhooks"],
  ["http://127.0.0.1:4000", "http://localhost:4001/webhooks"],
  ["https://fieldkit.example.com:4000", "http://localhost:4000/webhooks"],
])("the command of %s signs in and forwards to %s", (appUrl, target) => {
  const run = `npx ${appUrl}/cli.tgz`;
  expect(listenCommand(appUrl, { referenceId: "k7m2" })).toBe(
    `${run} login ${appUrl} --if-needed &&\n  ${run} listen k7m2 --forward ${target}`,
  );
});
