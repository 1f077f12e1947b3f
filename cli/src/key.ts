import { Api } from "./api";
import type { Command, Context } from "./command";
import { Failure } from "./failure";
import { keyByBrowser } from "./login/browser";
import { baseUrl, environmentOf, profileFor } from "./profiles";
import { plainText } from "./terminal";

export const keyCreate: Command = {
  name: "key create",
  positionals: "[url]",
  positionalsMax: 1,
  summary: "Create a personal API key and print it once",
  details: [
    "Opens your browser, where you select the project, the scopes and the expiry: API keys can't create other keys. Only",
    "the key is printed on stdout. It isn't stored as a profile.",
  ],
  options: { "no-browser": { type: "boolean", help: "only print the URL to open" } },
  examples: [
    ["fieldkit key create", "a key for a project of the current instance"],
    ["fieldkit key create | gh secret set FIELDKIT_API_KEY", "store a key as a secret of a pipeline"],
  ],
  async run(context) {
    const { terminal, ended } = context;
    const url = instanceOf(context);
    const key = await keyByBrowser(context, url, "key");
    const own = await new Api(url, key, { ended }).own();
    if (terminal.json) {
      const { name, scopes, expiresAt, project } = own;
      terminal.printJson({ key, name, scopes, expiresAt, url, project });
      return undefined;
    }
    terminal.say(`Created the key "${plainText(own.name)}" for ${plainText(own.project.name)} at ${url}.`);
    terminal.print(key);
    return undefined;
  },
};

/** No key is needed here, so that the URL alone is enough. */
function instanceOf({ given, env }: Context): string {
  const [address] = given.positionals;
  if (address !== undefined) return baseUrl(address);
  const { url, key } = given.text("profile") === undefined ? environmentOf(env) : {};
  if (url !== undefined && key !== undefined) return url;
  try {
    return profileFor(env, given.text("profile")).url;
  } catch (error) {
    if (url !== undefined && error instanceof Failure && error.kind === "refused") return url;
    throw error;
  }
}
