import { flagStreams as budget } from "@/lib/platform/budgets/budgets";
import { bus } from "@/lib/platform/bus/bus";
import { type CacheName, onEvictions } from "@/lib/platform/cache/shared-cache";
import { env } from "@/lib/platform/env/env";
import { lazily, singleton } from "@/lib/platform/singleton";
import { FlagStreams } from "./flag-streams";
import { source } from "./read-answers";

/** The streams of this process. */
export const streamsHere = lazily(() => singleton("flag streams", create));

/** How many streams are open, also where none ever was. */
export const openFlagStreams = (): number => streamsHere().size;

/** Ends all streams, because the process ends. */
export const endFlagStreams = (): void => streamsHere().endAll();

function create(): FlagStreams {
  const isAlone = env().databaseUrl === undefined;
  const hears = () => isAlone || (bus().hears && bus().status() === "ok");
  const streams = new FlagStreams({
    source,
    hears,
    // Who asks before each request needs to hear nothing.
    isCurrent: () => hears() || (bus().catchUp !== undefined && bus().status() === "ok"),
    apartMs: budget.apartMs,
    lifeMs: env().isServerless ? budget.functionLifeMs : budget.lifeMs,
  });
  const projects: CacheName[] = ["project flags", "global flags"];
  for (const name of projects) onEvictions(name, (ids) => streams.notice(ids));
  // Records don't say whose they are. One query looks at all projects that somebody listens to.
  onEvictions("flag records", () => streams.notice());
  onEvictions("api keys", () => streams.noticeKeys());
  bus().onResume(() => {
    streams.notice();
    streams.noticeKeys();
  });
  return streams;
}
