"use client";

import { useState } from "react";
import { CodeStep, wantsCode } from "@/components/account/code-step";
import { PasswordText } from "@/components/account/password-text";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { signIn } from "@/lib/auth/contract";
import { ApiError, call } from "@/lib/operations/client";

type AgainFormProps = { email: string; onSignedIn: () => void };
export type AgainDialogProps = AgainFormProps & Pick<DialogProps, "open" | "onOpenChange">;

export function AgainDialog({ email, onSignedIn, ...control }: AgainDialogProps) {
  return (
    <Dialog
      size="sm"
      title="Sign in again"
      description="Your session has ended. What is on this page stays, and goes on from here."
      {...control}
    >
      <AgainForm email={email} onSignedIn={onSignedIn} />
    </Dialog>
  );
}

function AgainForm({ email, onSignedIn }: AgainFormProps) {
  const [codeWanted, setCodeWanted] = useState(false);
  const frame = useFormFrame({
    rules: signIn.body.pick({ email: true, password: true }),
    start: { email, password: "" },
    send: (credentials) => call(signIn, credentials),
    done: (answer) => (wantsCode(answer) ? setCodeWanted(true) : onSignedIn()),
    explain: (error) =>
      error instanceof ApiError && error.status === 401
        ? { message: "The password is wrong.", field: "password" }
        : undefined,
    discardable: true,
  });
  if (codeWanted) return <CodeStep onSignedIn={onSignedIn} onAgain={() => setCodeWanted(false)} />;
  return (
    <FormFrame of={frame} on="dialog" aria-label="Sign in again" submitLabel="Sign in">
      <FormText name="email" label="E-mail" type="email" autoComplete="username" readOnly />
      <PasswordText autoComplete="current-password" />
      <p className="text-ink-mute text-sm">
        Or{" "}
        <a href="/sign-in?next=/" target="_blank" rel="noopener" className="text-accent-ink underline">
          sign in another way
        </a>{" "}
        in a new tab and come back.
      </p>
    </FormFrame>
  );
}
