"use client";

import { useState } from "react";
import type { CreatedKey } from "@/components/keys/key-once";
import type { ApiKey } from "@/components/keys/key-state";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useWrite } from "@/components/ui/queries";
import { RadioSegments } from "@/components/ui/segments";
import { rollApiKey } from "@/lib/keys/contract";

export type RollKeyProps = {
  apiKey: ApiKey;
  projectId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRolled: (created: CreatedKey) => void;
};

/** Grace periods in minutes. */
const graces = [
  { value: "0", label: "None", until: "stops working immediately" },
  { value: "60", label: "1 hour", until: "works for one more hour" },
  { value: "1440", label: "1 day", until: "works for one more day" },
  { value: "10080", label: "7 days", until: "works for seven more days" },
] as const;
type Grace = (typeof graces)[number]["value"];

/** What the successor has of the key, in words. */
function keptOf({ environmentKey, origins, expiresAt }: ApiKey): string {
  const names = [
    ...["name", "scopes"],
    ...(environmentKey === null ? [] : ["environment"]),
    ...(origins === null ? [] : ["origins"]),
    ...(expiresAt === null ? [] : ["lifetime"]),
  ];
  return new Intl.ListFormat("en").format(names);
}

export function RollKey({ apiKey, projectId, open, onOpenChange, onRolled }: RollKeyProps) {
  const write = useWrite();
  const [grace, setGrace] = useState<Grace>("1440");

  async function roll() {
    const created = await write(rollApiKey, { projectId, keyId: apiKey.id, graceMinutes: Number(grace) });
    onRolled(created);
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Roll “${apiKey.name}”?`}
      description={`Creates a new key with the same ${keptOf(apiKey)}. The grace period gives you time to replace the old key.`}
      confirmLabel="Roll key"
      tone="primary"
      onConfirm={roll}
    >
      <div className="flex flex-col gap-2">
        <p aria-hidden className="font-medium text-ink text-sm">
          Grace period
        </p>
        <RadioSegments label="Grace period" options={graces} value={grace} onValueChange={setGrace} />
        <p role="status" className="text-ink-mute text-xs">
          <code>{apiKey.prefix}…</code> {graces.find(({ value }) => value === grace)?.until}
          {apiKey.expiresAt && grace !== "0" ? ", or until it expires if that is sooner." : "."}
        </p>
      </div>
    </ConfirmDialog>
  );
}
