/**
 * `npm run doctor [-- --json]`: looks at everything that Fieldkit needs, without starting or changing it. Ends with 1 when
 * something does not work.
 */
import { parseArgs } from "node:util";
import { env } from "@/lib/platform/env/env";
import { type Env, EnvError } from "@/lib/platform/env/parse-env";
import { resolveLocalNames } from "@/lib/platform/process/local-names";
import { presentAuthSecret } from "@/lib/platform/secrets/auth-secret";
import { explainError } from "../explain-error";
import { checkAppUrl, checkMockDomain, checkPort } from "./check-addresses";
import { checkBus } from "./check-bus";
import { checkConfiguration } from "./check-configuration";
import { checkDataDirectory } from "./check-data-directory";
import { checkDatabase } from "./check-database";
import { checkMail } from "./check-mail";
import { type Finding, runChecks } from "./finding";
import { report } from "./report";
import { secretsIn } from "./secrets-in";

const usage = `Usage:
  npm run doctor
  npm run --silent doctor -- --json`;

// Browsers reach such an APP_URL.
resolveLocalNames();

let text: string;
try {
  const { values } = parseArgs({
    options: { json: { type: "boolean", default: false }, help: { type: "boolean" } },
  });
  const findings = values.help ? [] : await examine();
  text = values.help ? usage : report(findings, values.json ? "json" : "lines");
  process.exitCode = findings.some(({ state }) => state === "bad") ? 1 : 0;
} catch (error) {
  text = explainError(error);
  process.exitCode = 1;
}
// What did not answer in time may still keep this process.
process.stdout.write(`${text}\n`, () => process.exit());

async function examine(): Promise<Finding[]> {
  let settings: Env;
  try {
    settings = env();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return problems(error);
  }
  const present = presentSecret();
  const known = [...(present === undefined ? [] : [present]), ...settings.authSecretsBefore];
  return runChecks(
    [
      checkConfiguration(settings),
      checkDatabase(settings, known),
      checkDataDirectory(settings),
      checkBus(settings),
      checkMail(settings),
      checkMockDomain(settings),
      checkPort(settings),
      checkAppUrl(settings),
    ],
    { secrets: [...secretsIn(settings), ...known] },
  );
}

/** A data directory that can't be read is found by its own check. */
function presentSecret(): string | undefined {
  try {
    return presentAuthSecret();
  } catch {
    return undefined;
  }
}

/** All of them at once; what else there is can't be looked at without settings. */
function problems({ message }: EnvError): Finding[] {
  const [, ...lines] = message.split("\n");
  return lines.map((line) => ({
    name: "configuration",
    state: "bad",
    found: line.trim(),
    advice: "Correct it; README.md lists every variable. Nothing else was looked at.",
  }));
}
