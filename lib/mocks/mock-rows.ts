import { type SQL, sql } from "drizzle-orm";
import { db } from "@/db/database";
import { rawRows } from "@/db/raw-rows";
import { readProjectChanges } from "@/lib/operations/project-version";
import type { Behaviour } from "./answers/contract";
import type { ResponseMode, SequenceEnd } from "./responses/contract";

/** Content beyond this many bytes is not read with the rows. */
const inlineBytesMax = 4096;

export type MockRow = {
  id: string;
  method: string;
  endpoint: string;
  enabled: boolean;
  delayMs: number;
  statusCode: number;
  /** In seconds; rows are in the order of this, then of their ids. */
  createdAt: number;
  contentBytes: number;
  /** Null if the content is too large. */
  responseBody: string | null;
  /** JSON as text, because the driver would parse that of all rows. Null if the content is too large. */
  responseHeaders: string | null;
  /** The same. */
  responses: string | null;
  /** The same. */
  callbacks: string | null;
  templated: boolean;
  bodyEncoding: Behaviour["bodyEncoding"];
  bodyFileId: string | null;
  delayDistribution: Behaviour["delayDistribution"];
  bytesPerSecond: number | null;
  fault: Behaviour["fault"];
  responseMode: ResponseMode;
  sequenceEnd: SequenceEnd;
  fallback: boolean;
};

const contentBytes = sql`(octet_length(response_body) + octet_length(response_headers::text) + octet_length(responses::text) + octet_length(callbacks::text))`;
const columns = sql`
  id, method, endpoint, enabled, delay_ms as "delayMs", status_code as "statusCode",
  extract(epoch from created_at)::float8 as "createdAt", ${contentBytes} as "contentBytes",
  case when ${contentBytes} <= ${inlineBytesMax}::int then response_body end as "responseBody",
  case when ${contentBytes} <= ${inlineBytesMax}::int then response_headers::text end as "responseHeaders",
  case when ${contentBytes} <= ${inlineBytesMax}::int then responses::text end as "responses",
  case when ${contentBytes} <= ${inlineBytesMax}::int then callbacks::text end as "callbacks",
  templated, body_encoding as "bodyEncoding", body_file_id as "bodyFileId", delay_distribution as "delayDistribution", bytes_per_second as "bytesPerSecond", fault,
  response_mode as "responseMode", sequence_end as "sequenceEnd", fallback`;

const rowsWhere = (condition: SQL) =>
  sql`select ${columns} from mocks where ${condition} order by created_at, id`;

/** All mocks of a project, oldest first. */
export const readMocks = (projectId: string): Promise<MockRow[]> =>
  rawRows<MockRow>(db(), rowsWhere(sql`project_id = ${projectId}`));

/** What has changed since, or undefined when nobody knows. */
export const readMockChanges = (projectId: string, since: string) =>
  readProjectChanges<MockRow>({ projectId, what: "mocks", since }, (ids) =>
    rowsWhere(sql`id = any (${ids}::uuid[]) and project_id = ${projectId}`),
  );
