"use client";

import { Plus, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { AnswerLine } from "@/components/flags/answer-line";
import { explainRollout } from "@/components/flags/explain-rollout";
import type { Environment, Flag, FlagRow } from "@/components/flags/flag-rows";
import { RolloutField } from "@/components/flags/rollout-field";
import type { useFlagDraft } from "@/components/flags/use-flag-draft";
import type { FlagSwitch } from "@/components/flags/use-flag-switch";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDelete } from "@/components/ui/confirm-delete";
import { Switch } from "@/components/ui/switch";
import { useToast } from "@/components/ui/toast";
import { deleteFlag } from "@/lib/flags/contract";
import { call } from "@/lib/operations/client";

export type FlagPlaceProps = {
  row: FlagRow;
  environment: Environment;
  projectId: string;
  draft: ReturnType<typeof useFlagDraft>;
  flagSwitch: FlagSwitch;
  subject: string;
};

/** A flag in one environment, as its panel shows it. */
export function FlagPlace({ row, environment, projectId, draft, flagSwitch, subject }: FlagPlaceProps) {
  const flag = row.flags.get(environment.id);
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex min-h-8.5 items-center justify-between gap-3">
        <h3 className="flex min-w-0 items-center gap-2 font-medium text-ink text-sm">
          <span className="truncate">{environment.name}</span>
          {environment.isDefault ? <Badge>default</Badge> : null}
        </h3>
        {flag ? (
          <div className="flex items-center gap-2">
            <RemoveFromPlace flag={flag} projectId={projectId} />
            <Switch
              checked={draft.settingsOf(flag).enabled}
              onCheckedChange={(enabled) => draft.change(flag, { enabled })}
              aria-label={`On in ${environment.name}`}
            />
          </div>
        ) : (
          <Button size="sm" onClick={() => void flagSwitch.add(row, environment)}>
            <Plus aria-hidden />
            Add here
          </Button>
        )}
      </div>
      {flag ? <Settings flag={flag} draft={draft} subject={subject} /> : null}
    </li>
  );
}

type SettingsProps = Pick<FlagPlaceProps, "draft" | "subject"> & { flag: Flag };

function Settings({ flag, draft, subject }: SettingsProps) {
  const { enabled, rollout } = draft.settingsOf(flag);
  const known = Number.isNaN(rollout) ? 0 : rollout;
  const answer = subject ? explainRollout({ enabled, rollout: known, salt: flag.salt }, subject) : undefined;
  return (
    <>
      <RolloutField
        label={`Rollout in ${flag.environment.name}`}
        value={rollout}
        onChange={(next) => draft.change(flag, { rollout: next })}
        marker={answer && { at: answer.bucket, on: answer.on }}
        error={draft.errorOf(flag.id)}
      />
      {answer ? <AnswerLine subject={subject} answer={answer} /> : null}
    </>
  );
}

function RemoveFromPlace({ flag, projectId }: { flag: Flag; projectId: string }) {
  const router = useRouter();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const place = flag.environment.name;

  async function remove() {
    await call(deleteFlag, { projectId, flagId: flag.id });
    toast.success(`“${flag.name}” removed from ${place}`);
    router.refresh();
  }

  return (
    <>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Remove from ${place}`}
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden />
      </Button>
      <ConfirmDelete
        what="flag"
        name={`${flag.name} in ${place}`}
        consequence={`Checks of it in ${place} answer 404 from then on. Other environments keep it.`}
        typed={false}
        open={asking}
        onOpenChange={setAsking}
        onDelete={remove}
      />
    </>
  );
}
