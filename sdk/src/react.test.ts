import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { Client } from "./index";
import { FieldkitProvider, useClient, useFlag, useFlagDetails } from "./react";

const client = {
  value: () => "dark",
  details: () => ({ value: "dark", reason: "STATIC" }),
  onChange: () => () => {},
} as unknown as Client;

function Shown() {
  const details = useFlagDetails("theme", "light");
  return `${useFlag("theme", "light")} ${details.value} ${details.errorCode} ${useClient() === client}`;
}

test("what is rendered on a server has fallbacks, which a page can begin with", () => {
  const page = createElement(FieldkitProvider, { client }, createElement(Shown));
  expect(renderToString(page)).toBe("light light PROVIDER_NOT_READY true");
});

test("hooks have fallbacks until their provider has a client", () => {
  const page = createElement(FieldkitProvider, { client: null }, createElement(Shown));
  expect(renderToString(page)).toBe("light light PROVIDER_NOT_READY false");
});

test("a hook outside a provider says what is missing", () => {
  expect(() => renderToString(createElement(Shown))).toThrow("<FieldkitProvider");
});
