"use client";

import { useState } from "react";
import type { SectionProps } from "@/components/account/settings/account-sections";
import { Proved } from "@/components/account/settings/proof";
import { RecoveryCodes } from "@/components/account/settings/recovery-codes";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type LaterDialogProps, laterPopup } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { endTwoFactor, renewRecoveryCodes } from "@/lib/account/ways/contract";

const TwoFactorSetup = laterPopup<LaterDialogProps<object>>("dialog", () =>
  import("@/components/account/settings/two-factor-dialog").then((file) => file.TwoFactorDialog),
);

export function TwoFactorSection({ account: { twoFactorEnabled, hasPassword } }: SectionProps) {
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Two-factor codes {twoFactorEnabled ? <Badge tone="green">On</Badge> : null}
        </span>
      }
      description={
        hasPassword
          ? "After the password, a sign-in asks for a code that an app on your phone shows."
          : "Codes come after a password, and your account has none. Set one first."
      }
      flush={!twoFactorEnabled}
      actions={
        twoFactorEnabled ? undefined : (
          <TwoFactorSetup trigger={<Button disabled={!hasPassword}>Turn on</Button>} />
        )
      }
    >
      {twoFactorEnabled ? <WhileOn /> : null}
    </Card>
  );
}

function WhileOn() {
  const write = useWrite();
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <div className="flex flex-col gap-4">
      {codes ? <RecoveryCodes codes={codes} /> : null}
      <div className="flex flex-wrap gap-2">
        <Proved
          title="New recovery codes"
          description="The old ones stop working. The new ones are shown once."
          label="Make new codes"
          hasPassword
          send={async (proof) => setCodes((await write(renewRecoveryCodes, proof)).recoveryCodes)}
          trigger={<Button>New recovery codes</Button>}
        />
        <Proved
          title="Turn two-factor codes off?"
          description="You'll sign in with your password only, and your recovery codes stop working."
          label="Turn off"
          hasPassword
          send={(proof) => write(endTwoFactor, proof)}
          says="Two-factor codes are off"
          trigger={<Button variant="danger-outline">Turn off</Button>}
        />
      </div>
    </div>
  );
}
