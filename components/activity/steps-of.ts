import type { Activity } from "@/components/activity/traffic-words";
import { urlOf } from "@/components/mocks/endpoint-url";
import { samplePath } from "@/components/mocks/preview-request";
import { curlCommand, keyFlag } from "@/components/ui/curl-command";

/** Where a project is found: its pages, its host, its part of the API. */
export type Place = {
  projectId: string;
  referenceId: string;
  /** `/team/project` */
  base: string;
  appUrl: string;
  mockBaseUrl: string;
  webhookBaseUrl: string;
};

export type Step = {
  title: string;
  isDone: boolean;
  text: string;
  /** A command that does the step, once there is something to call. */
  curl?: string;
  needsKey?: boolean;
  link: { href: string; label: string };
};

/** The first steps in their order, with what is to do next in each. */
export function stepsOf({ mock, webhook, flag }: Activity["steps"], place: Place): Step[] {
  return [mockStep(mock, place), webhookStep(webhook, place), flagStep(flag, place)];
}

type State = Activity["steps"]["mock"];

function mockStep({ made, used, example }: State, { base, mockBaseUrl }: Place): Step {
  const step = { title: "Call a mock", isDone: used };
  if (!made) {
    return {
      ...step,
      text: "A mock answers one method on one path with what you choose.",
      link: { href: `${base}/mocks/new`, label: "Create a mock" },
    };
  }
  const [method = "GET", endpoint = "/"] = example?.split(/ (.*)/s) ?? [];
  // A regular expression has no sample.
  const path = samplePath(endpoint);
  return {
    ...step,
    text: example ? "Your mock waits for its first call." : "Your mocks are all switched off. Switch one on.",
    ...(example &&
      path && {
        curl: curlCommand({
          method: /^[A-Z]+$/.test(method) && method !== "ANY" ? method : "GET",
          url: urlOf(mockBaseUrl, path),
          flags: ["-i"],
        }),
      }),
    link: { href: `${base}/mocks`, label: "See your mocks" },
  };
}

function webhookStep({ used, example }: State, { base, webhookBaseUrl }: Place): Step {
  const step = { title: "Catch a webhook", isDone: used };
  if (!example) {
    return {
      ...step,
      text: "An inbox has an address of its own, and shows every request that is sent there.",
      link: { href: `${base}/webhooks/new`, label: "Create an inbox" },
    };
  }
  return {
    ...step,
    text: "Your inbox waits for its first request.",
    curl: curlCommand({ method: "POST", url: `${webhookBaseUrl}/${example}`, json: { hello: "world" } }),
    link: { href: `${base}/webhooks`, label: "See your inboxes" },
  };
}

function flagStep({ made, used, example }: State, { base, appUrl, referenceId }: Place): Step {
  const step = { title: "Check a flag", isDone: used };
  if (!made) {
    return {
      ...step,
      text: "A flag switches a part of your program on, for all or for some.",
      link: { href: `${base}/flags`, label: "Create a flag" },
    };
  }
  return {
    ...step,
    text: "Your flag waits for the first program that asks for it.",
    ...(example && {
      needsKey: true,
      curl: curlCommand({
        method: "GET",
        url: `${appUrl}/api/projects/${referenceId}/flags/check/${encodeURIComponent(example)}`,
        flags: [keyFlag],
      }),
    }),
    link: { href: `${base}/flags`, label: "See your flags" },
  };
}
