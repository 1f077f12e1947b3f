import { isToken } from "../answers/headers";
import { jsonPlaceProblem } from "./json-place";

type Given = {
  in: string;
  name?: string | undefined;
  equals?: unknown;
  contains?: unknown;
  matches?: unknown;
  exists?: unknown;
  oneOf?: unknown;
  ignoreCase?: unknown;
};
type Problem = { path: string[]; message: string };

const operators = ["equals", "contains", "matches", "exists", "oneOf"] as const;
const named: ReadonlySet<string> = new Set(["path", "query", "header", "cookie", "form"]);
const nameless: ReadonlySet<string> = new Set(["method", "body"]);

/** What is wrong with a condition besides the types of its fields. */
export function conditionProblems(given: Given): Problem[] {
  const problems: Problem[] = [];
  if (named.has(given.in) && !given.name) {
    problems.push({ path: ["name"], message: `must say which ${nounOf(given.in)}` });
  }
  if (given.in === "header" && given.name && !isToken(given.name)) {
    problems.push({ path: ["name"], message: "must be the name of a header, such as accept" });
  }
  if (nameless.has(given.in) && given.name !== undefined) {
    problems.push({ path: ["name"], message: `must be left out for ${given.in}` });
  }
  if (given.in === "json" && given.name !== undefined) {
    const message = jsonPlaceProblem(given.name);
    if (message) problems.push({ path: ["name"], message });
  }
  const compared = operators.filter((name) => given[name] !== undefined);
  if (compared.length !== 1) {
    problems.push({ path: [], message: `must have exactly one of ${operators.join(", ")}` });
  }
  for (const name of ["equals", "contains"] as const) {
    const value = given[name];
    if (given.in !== "json" && typeof value === "object" && value !== null) {
      problems.push({ path: [name], message: "must be a text, a number, true, false or null" });
    }
  }
  return problems;
}

const nounOf = (source: string) =>
  ({ path: "parameter of the path", form: "field", query: "query parameter" })[source] ?? source;
