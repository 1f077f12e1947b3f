import { expect, test } from "vitest";
import { sentHeaders } from "./sent-headers";

test("what was put on the way is taken away with its value, and the rest stays in order and as it was written", () => {
  const sent = ["Host", "a.example", "X-Signature", "x-vercel-id", "x-forwarded", "x-signature"];
  sent.push("X-Fieldkit-Forwarded", "1", "x-fieldkit-callback", "1");
  const added = [
    "X-Fieldkit-Target",
    "/a",
    "x-vercel-id",
    "1",
    "X-Forwarded-For",
    "::1",
    "x-matched-path",
    "/b",
  ];
  expect(sentHeaders([...sent.slice(0, 2), ...added, ...sent.slice(2)])).toEqual(sent);
});
