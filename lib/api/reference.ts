import { accountReference } from "@/lib/account/reference";
import { waysReference } from "@/lib/account/ways/reference";
import { activityReference } from "@/lib/activity/reference";
import { auditReference } from "@/lib/audit/reference";
import { authReference } from "@/lib/auth/reference";
import { deletionReference } from "@/lib/deletions/reference";
import { environmentReference } from "@/lib/environments/reference";
import { evaluationReference } from "@/lib/evaluation/reference";
import { flagMoveReference } from "@/lib/flag-moves/reference";
import { scheduleReference } from "@/lib/flag-schedules/reference";
import { flagSnapshotReference } from "@/lib/flag-snapshot/reference";
import { flagStreamReference } from "@/lib/flag-stream/reference";
import { flagReference } from "@/lib/flags/reference";
import { groupReference } from "@/lib/groups/reference";
import { keyReference } from "@/lib/keys/reference";
import { mockCallReference } from "@/lib/mocks/calls/reference";
import { collectionReference } from "@/lib/mocks/collections/reference";
import { mockReference } from "@/lib/mocks/reference";
import { ofrepReference } from "@/lib/ofrep/reference";
import { type OperationReference, type Reference, success } from "@/lib/operations/reference";
import { projectReference } from "@/lib/projects/reference";
import { recordReference } from "@/lib/records/reference";
import { releaseReference } from "@/lib/releases/reference";
import { releaseWebhooksReference } from "@/lib/releases/webhooks/reference";
import { searchReference } from "@/lib/search/reference";
import { segmentReference } from "@/lib/segments/reference";
import { teamReference } from "@/lib/teams/reference";
import { forwardingReference } from "@/lib/webhooks/forwarding/reference";
import { webhookReference } from "@/lib/webhooks/reference";
import type * as description from "./openapi-operation";
import type * as scheduled from "./scheduled-work";
import type * as version from "./version";

const own: Reference<typeof description & typeof scheduled & typeof version> = {
  openapi: {
    description:
      "This document, in OpenAPI 3.1. Postman, Insomnia and generators of clients read it. Needs no session and no key.",
    answer: { openapi: "3.1.0", info: { title: "Fieldkit", version: "1" }, paths: {} },
  },
  getVersion: {
    description:
      "Which version answers, and the commit that it was built from. Needs no session and no key. Behind a balancer each process tells its own.",
    answer: { version: "0.1.0", commit: "45b13b8a52e0623518db2df3dac57a5e45afa7db", node: "20" },
  },
  runScheduledWork: {
    description:
      "Wants `Authorization: Bearer` with the operator's CRON_SECRET; 401 without one configured. Does the changes of flags that are due, removes what is too old to be kept and goes on with deliveries and waiting releases after the answer. A server of its own does this work by itself.",
    answer: success,
  },
};

/** What the description of the API says about each operation beyond its contract, by the operation's id. */
export const reference: Readonly<Record<string, OperationReference>> = {
  ...authReference,
  ...accountReference,
  ...waysReference,
  ...teamReference,
  ...projectReference,
  ...mockReference,
  ...mockCallReference,
  ...collectionReference,
  ...webhookReference,
  ...forwardingReference,
  ...keyReference,
  ...environmentReference,
  ...segmentReference,
  ...flagReference,
  ...flagMoveReference,
  ...groupReference,
  ...scheduleReference,
  ...recordReference,
  ...evaluationReference,
  ...flagSnapshotReference,
  ...ofrepReference,
  ...flagStreamReference,
  ...releaseReference,
  ...releaseWebhooksReference,
  ...deletionReference,
  ...activityReference,
  ...auditReference,
  ...searchReference,
  ...own,
};
