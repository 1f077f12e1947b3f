import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { Client } from "./index";
import { FieldkitProvider, useClient, useFlag, useFlagDetails, useFlagStatus } from "./react";

const client = {
  value: () => "dark",
  details: () => ({ value: "dark", reason: "STATIC" }),
  onChange: () => () => {},
} as unknown as Client;

function Shown() {
  const details = useFlagDetails("theme", "light");
  return `${useFlag("theme", "light")} ${details.value} ${details.errorCode} ${useClient() === client}`;
}

test("a server renders fallbacks, and the page hydrates with these", () => {
  const page = createElement(FieldkitProvider, { client }, createElement(Shown));
  expect(renderToString(page)).toBe("light light PROVIDER_NOT_READY true");
});

test("hooks return fallbacks until their provider has a client", () => {
  const page = createElement(FieldkitProvider, { client: null }, createElement(Shown));
  expect(renderToString(page)).toBe("light light PROVIDER_NOT_READY false");
});

function Themed() {
  return `${useFlag("theme", "light")} ${useFlag("other", 1)} ${useFlagStatus()}`;
}

test("a server renders the values of the bootstrap", () => {
  const options = { url: "", key: "", bootstrap: { theme: { value: "dark", reason: "STATIC" } } };
  const page = createElement(FieldkitProvider, { options }, createElement(Themed));
  expect(renderToString(page)).toBe("dark 1 loading");
});

test("a hook outside a provider says what is missing", () => {
  expect(() => renderToString(createElement(Shown))).toThrow("<FieldkitProvider");
});
