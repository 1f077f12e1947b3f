import type { z } from "zod";
import { example, type Reference } from "@/lib/operations/reference";
import type * as contract from "./contract";
import type { AuditEntry } from "./contract";

const entry: z.output<typeof AuditEntry> = {
  id: "0197f3b8-4a10-7d2c-8e57-91c6f0a3b2d4",
  at: "2026-03-03T14:02:11.480Z",
  actorKind: "person",
  actorId: example.userId,
  actorName: "Ada",
  clientAddress: "203.0.113.7",
  userAgent: "curl/8.14.1",
  operation: "updateFlag",
  subjectKind: "flag",
  subjectId: example.flagId,
  subjectName: "New checkout",
  projectId: example.projectId,
  before: { enabled: false },
  after: { enabled: true },
  requestId: "0197f3b8-49ff-7a06-b3e1-5c2d8f7a4e90",
  scheduledChangeId: null,
};

const whatIsKept =
  "Every change of a team's things is written in the transaction of the change: by whom, from where, and how it was. Of an update it has the fields that differ, of a creation what was created, of a deletion what was deleted; never a secret. The path takes the project's UUID or its public reference id. Entries are kept for 400 days, and beyond a team's quotas (auditEntries, auditBytes) the oldest ones go. Where somebody was is shown to admins.";
const inFile =
  "Newest first, 10,000 entries or 16 MiB at most; `until` with the time of the last one gives the file before. In a CSV file, what a spreadsheet would take for a formula begins with an apostrophe.";

export const auditReference: Reference<typeof contract> = {
  listProjectAuditLog: { description: `${whatIsKept} Newest first.`, answer: [entry] },
  exportProjectAuditLog: { description: `${whatIsKept} ${inFile}`, answer: [entry] },
  listTeamAuditLog: {
    description: `${whatIsKept} Deleted projects stay in it. Newest first.`,
    answer: [entry],
  },
  exportTeamAuditLog: { description: `${whatIsKept} ${inFile}`, answer: [entry] },
};
