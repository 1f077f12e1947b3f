import type { Reference } from "@/lib/operations/reference";
import type * as contract from "./contract";

export const flagStreamReference: Reference<typeof contract> = {
  streamFlags: {
    description:
      "Server-sent events of one environment: the one that `env` names, else the default. The first is `ready`, or `refetchEvaluation` where `Last-Event-ID` names another state than the present one. Then `refetchEvaluation` follows whenever flags, groups, records, overrides or segments change so that somebody may be answered differently; ask for the flags again then. `id` and `etag` name the state. They are the events of OFREP 0.3, whose answers for keys with the scope `evaluate` name this address in `eventStreams`. A comment comes every 25 seconds. A stream ends after an hour at the latest, and when its key, environment or project does; clients come again. 429 with `Retry-After` when too many are open.",
    answer:
      'retry: 2400\n\nid: 6vT0lJ4nq1Zb2m8X\nevent: message\ndata: {"type":"ready","etag":"\\"6vT0lJ4nq1Zb2m8X\\"","lastModified":1779436800}\n\n',
  },
};
