import type { Env } from "@/lib/platform/env/parse-env";
import type { Check, Finding } from "./finding";
import { isLocal } from "./is-local";

const name = "configuration";

/** What is valid by itself and does not go together, or is unusual for an installation that others reach. */
export function checkConfiguration(env: Env): Check {
  return {
    name,
    async run() {
      const notes = findings(env);
      return notes.length > 0 ? notes : [{ name, state: "good", found: "every variable is valid" }];
    },
  };
}

function findings({ appUrl, wsUrl, mockHostname, rateLimit, trustProxy, databaseUrl, authSecret }: Env) {
  const app = new URL(appUrl);
  const found: Finding[] = [];
  const note = (state: Finding["state"], text: string, advice: string) =>
    found.push({ name, state, found: text, advice });
  if (mockHostname === app.hostname) {
    note(
      "bad",
      `MOCK_DOMAIN and APP_URL are the same host, ${mockHostname}`,
      "Give MOCK_DOMAIN one of its own.",
    );
  } else if (!isLocal(app.hostname) && mockHostname.endsWith(`.${app.hostname}`)) {
    note(
      "note",
      `MOCK_DOMAIN ${mockHostname} is below the dashboard's host`,
      "Give it a registrable domain of its own: mocks answer whatever their authors want, and share cookies with it.",
    );
  }
  if (app.protocol === "https:" && wsUrl.startsWith("ws:")) {
    note(
      "bad",
      "WS_URL is ws:// while APP_URL is https://",
      "Set WS_URL to wss://…: browsers refuse the other.",
    );
  }
  const trustsNobody = "hops" in trustProxy && trustProxy.hops === 0;
  if (app.protocol === "https:" && trustsNobody) {
    note(
      "note",
      "APP_URL is https://, so there is a proxy, and TRUST_PROXY is off",
      "Set TRUST_PROXY to the number of proxies or their networks: without, all clients are one address.",
    );
  }
  if (!rateLimit && !isLocal(app.hostname)) {
    note("note", "RATE_LIMIT is off", "Leave it on, but for tests: passwords can be guessed without limit.");
  }
  if (databaseUrl && !authSecret) {
    note(
      "note",
      "AUTH_SECRET is not set, so this machine has one of its own in DATA_DIR",
      "Set AUTH_SECRET: every process on this database needs the same.",
    );
  }
  return found;
}
