import { expect, it } from "vitest";
import { parseArguments } from "./arguments";

const none = { names: [], peers: false, postgres: false };

it.each([
  { line: "", parsed: none },
  { line: "streams idle", parsed: { ...none, names: ["streams", "idle"] } },
  { line: "--peers", parsed: { ...none, peers: true } },
  { line: "--peers wiremock mockoon", parsed: { ...none, peers: true, names: ["wiremock", "mockoon"] } },
  { line: "--node 24 --workers 2", parsed: { ...none, node: "24", workers: 2 } },
  {
    line: "mocks --node=22.23.3 --postgres",
    parsed: { ...none, names: ["mocks"], node: "22.23.3", postgres: true },
  },
])("reads '$line'", ({ line, parsed }) => {
  expect(parseArguments(line.split(" ").filter(Boolean))).toEqual(parsed);
});

it.each([
  ["--node ../24", /--node is a version/],
  ["--node latest", /--node is a version/],
  ["--workers 0", /--workers is a number/],
  ["--workers many", /--workers is a number/],
  ["--fast", /--fast/],
])("refuses '%s'", (line, message) => {
  expect(() => parseArguments(line.split(" "))).toThrow(message);
});
