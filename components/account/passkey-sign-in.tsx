"use client";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { passkeyProblem } from "@/components/account/passkey-problem";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { messageOf } from "@/components/ui/form-problem";
import { preparePasskeySignIn, signInPasskey } from "@/lib/account/ways/contract";
import { call } from "@/lib/operations/client";

/** Signs in with a passkey. What talks to it is loaded when somebody wants that. */
export function PasskeySignIn({ next }: { next: string }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function signIn() {
    setBusy(true);
    setProblem(null);
    try {
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const options = await call(preparePasskeySignIn, {});
      const response = await startAuthentication({
        optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
      });
      await call(signInPasskey, { response: { ...response, type: "public-key" } });
      window.location.assign(next);
    } catch (error) {
      setProblem(passkeyProblem(error)?.message ?? messageOf(error));
      setBusy(false);
    }
  }
  return (
    <div className="mt-3 flex flex-col gap-2.5">
      <FormAlert>{problem}</FormAlert>
      <Button loading={busy} onClick={signIn}>
        <KeyRound aria-hidden />
        Sign in with a passkey
      </Button>
    </div>
  );
}
