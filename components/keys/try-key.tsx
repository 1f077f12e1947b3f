"use client";

import { sdkInPages } from "@/components/flags/sdk-snippet";
import { openFeatureInPages } from "@/components/flags/snippets";
import type { CreatedKey } from "@/components/keys/key-once";
import { CodeSnippet } from "@/components/ui/code-snippet";
import { curlCommand, operationRequest } from "@/components/ui/curl-command";
import { useAnswer } from "@/components/ui/queries";
import { listProjectAuditLog } from "@/lib/audit/contract";
import { listFlags } from "@/lib/flags/contract";
import { listGroupFlags, listGroups } from "@/lib/groups/contract";
import { listMocks } from "@/lib/mocks/contract";
import { evaluateFlags } from "@/lib/ofrep/contract";
import { listRecords } from "@/lib/records/many/contract";
import { listReleases } from "@/lib/releases/notes/contract";
import { listWebhooks } from "@/lib/webhooks/contract";

export type TryKeyProps = {
  created: CreatedKey;
  /** The Project ID (`referenceId`). */
  projectId: string;
  appUrl: string;
};

/** A call that the key can make, with the key in it. */
export function TryKey(props: TryKeyProps) {
  const { created, projectId, appUrl } = props;
  if (created.scope === "evaluate") return <TryEvaluating {...props} />;
  const request = operationRequest(appUrl, allowedList(created.scopes), { projectId });
  return <CodeSnippet label="Try it" code={curlCommand({ ...request, flags: [headerOf(created)] })} wrap />;
}

const listsByScope = {
  "mocks:write": listMocks,
  "webhooks:write": listWebhooks,
  "releases:write": listReleases,
  "audit:read": listProjectAuditLog,
} as const;

/** A list that a key with these scopes can read. */
function allowedList(scopes: readonly string[]) {
  const readsFlags = ["admin", "read", "flags:read", "flags:write"].some((scope) => scopes.includes(scope));
  const scope = (Object.keys(listsByScope) as (keyof typeof listsByScope)[]).find((each) =>
    scopes.includes(each),
  );
  return readsFlags || !scope ? listFlags : listsByScope[scope];
}

const headerOf = ({ key }: CreatedKey) => `-H 'Authorization: Bearer ${key}'`;

/** Asks as pages do, for a record if there is one, and for anybody else: of what is there, so that it answers at once. */
function TryEvaluating({ created, projectId, appUrl }: TryKeyProps) {
  const found = useAskable(projectId, created.environmentKey);
  if (!found) return null;
  const { record, groupFlag } = found;
  const flag = groupFlag ?? found.flag;
  if (!flag) {
    return <p className="text-ink-mute text-xs">Create a flag to try this key.</p>;
  }
  const targetingKey = record?.id ?? anybody;
  const request = operationRequest(appUrl, evaluateFlags, { context: { targetingKey } });
  const curl = { label: "curl", code: curlCommand({ ...request, flags: [headerOf(created)] }) };
  // A key of one environment asks about that one without naming it.
  const evaluation = { appUrl, flag, recordId: targetingKey, env: undefined };
  return (
    <CodeSnippet
      label="Try it"
      code={[curl, sdkInPages(evaluation, created.key), openFeatureInPages(evaluation, created.key)]}
      wrap
    />
  );
}

/** Subjects need not be known. */
const anybody = "user-123";

/** One of each kind of what a key may ask about; undefined until it is known. */
function useAskable(projectId: string, environmentKey: string | null) {
  const one = { projectId, limit: 1 };
  const inEnvironment = { ...one, ...(environmentKey !== null && { env: environmentKey }) };
  const { data: flags } = useAnswer(listFlags, inEnvironment, { watch: false });
  const { data: groups } = useAnswer(listGroups, one, { watch: false });
  const group = groups?.[0];
  const inGroup = { ...one, groupId: group?.id ?? "" };
  const ifGroup = { enabled: group !== undefined, watch: false };
  const { data: records } = useAnswer(listRecords, inGroup, ifGroup);
  const { data: groupFlags } = useAnswer(listGroupFlags, inGroup, ifGroup);
  if (!flags || !groups || (group && !(records && groupFlags))) return undefined;
  return { flag: flags[0], record: records?.[0], groupFlag: groupFlags?.[0] };
}
