import { findEnvironment } from "@/lib/environments/find-environment";
import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { compositeKey } from "@/lib/platform/composite-key";
import { type State, stateId } from "./events";
import type { OpenStream } from "./open-stream";
import type { Answers, Source } from "./read-answers";

/** What listeners want to hear of: the environment that their key is bound to, else the one that they name, else the default. */
export type Question = { projectId: string; boundTo: string | null; selector: string | undefined };

/** All streams of this process with the same question. */
export type Channel = {
  question: Question;
  environmentId: string;
  /** The version of what is answered in all environments. */
  ofAll: string;
  state: State;
  streams: Set<OpenStream>;
  /** When its streams were told of a change last, in ms. */
  toldAt: number;
  telling: Telling | undefined;
};

/** What the streams of a channel will be told, and when, in ms. */
type Telling = {
  at: number;
  state: State;
  /** Whether something changed that must not be told as early as that. */
  isAgain: boolean;
};

/** What a question means now; undefined if there is no such environment any more. */
export type Found = Pick<Channel, "environmentId" | "ofAll"> & { id: string };

export function nameOf({ projectId, boundTo, selector }: Question): string {
  if (boundTo !== null) return compositeKey("bound", projectId, boundTo);
  return selector === undefined
    ? compositeKey("default", projectId)
    : compositeKey("selected", projectId, selector);
}

const environmentOf = ({ boundTo, selector }: Question, environments: readonly EnvironmentSnapshot[]) =>
  boundTo === null ? findEnvironment(environments, selector) : environments.find(({ id }) => id === boundTo);

function foundIn(environmentId: string | undefined, { ofAll, ofOne }: Answers): Found | undefined {
  const own = environmentId === undefined ? undefined : ofOne.get(environmentId);
  if (environmentId === undefined || own === undefined) return undefined;
  return { environmentId, ofAll, id: stateId(environmentId, `${ofAll} ${own}`) };
}

/** What a new question means. */
export async function findState(source: Source, question: Question): Promise<Found | undefined> {
  const { projectId } = question;
  // The versions first: what changes meanwhile has another one then.
  const answers = (await source.answers([projectId])).get(projectId);
  return answers && foundIn(environmentOf(question, await source.environments(projectId))?.id, answers);
}

/** What the question of each channel means now. Environments are read only where they may be others. */
export async function findStates(
  source: Source,
  channels: readonly Channel[],
): Promise<Map<Channel, Found | undefined>> {
  const answers = await source.answers([...new Set(channels.map(({ question }) => question.projectId))]);
  const environments = new Map<string, Promise<EnvironmentSnapshot[]>>();
  const found = new Map<Channel, Found | undefined>();
  for (const channel of channels) {
    const { question, environmentId, ofAll } = channel;
    const { projectId } = question;
    const now = answers.get(projectId);
    if (now?.ofAll === ofAll && now.ofOne.has(environmentId)) {
      found.set(channel, foundIn(environmentId, now));
      continue;
    }
    const reading = now && (environments.get(projectId) ?? source.environments(projectId));
    if (reading) environments.set(projectId, reading);
    const environment = reading && environmentOf(question, await reading);
    found.set(channel, now && foundIn(environment?.id, now));
  }
  return found;
}
