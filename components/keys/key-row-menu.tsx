"use client";

import { Ban, Ellipsis, RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { CreatedKey } from "@/components/keys/key-once";
import type { ApiKey } from "@/components/keys/key-state";
import { RollKey } from "@/components/keys/roll-key";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { revokeApiKey } from "@/lib/keys/contract";
import { call } from "@/lib/operations/client";

export type KeyRowMenuProps = {
  apiKey: ApiKey;
  projectId: string;
  onRolled: (created: CreatedKey) => void;
};

export function KeyRowMenu({ apiKey, projectId, onRolled }: KeyRowMenuProps) {
  const [asking, setAsking] = useState<"roll" | "revoke" | null>(null);
  const router = useRouter();
  const toast = useToast();
  const opens = (what: "roll" | "revoke") => ({
    open: asking === what,
    onOpenChange: (open: boolean) => setAsking(open ? what : null),
  });

  async function revoke() {
    await call(revokeApiKey, { projectId, keyId: apiKey.id });
    toast.success(`Key “${apiKey.name}” revoked`);
    router.refresh();
  }

  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${apiKey.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<RefreshCw aria-hidden />} onClick={() => setAsking("roll")}>
          Roll
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Ban aria-hidden />} tone="danger" onClick={() => setAsking("revoke")}>
          Revoke
        </MenuItem>
      </Menu>
      <RollKey apiKey={apiKey} projectId={projectId} onRolled={onRolled} {...opens("roll")} />
      <ConfirmDialog
        title={`Revoke “${apiKey.name}”?`}
        description={`Requests with ${apiKey.prefix}… get 401 from the next one on. This cannot be undone.`}
        confirmLabel="Revoke key"
        onConfirm={revoke}
        {...opens("revoke")}
      />
    </>
  );
}
