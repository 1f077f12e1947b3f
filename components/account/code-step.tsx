"use client";

import { FormButton, FormNews } from "@/components/ui/form-end";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { signInTwoFactor } from "@/lib/account/ways/contract";
import { ApiError, call } from "@/lib/operations/client";

/** Whether an answer to a sign-in asks for a code. */
export const wantsCode = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && "twoFactorRedirect" in answer;

export type CodeStepProps = {
  onSignedIn: () => void;
  /** Goes back to the password. */
  onAgain: () => void;
};

/** The second step of a sign-in. */
export function CodeStep({ onSignedIn, onAgain }: CodeStepProps) {
  const frame = useFormFrame({
    rules: signInTwoFactor.body,
    start: { code: "" },
    send: (fields) => call(signInTwoFactor, fields),
    done: onSignedIn,
    explain: (error) =>
      error instanceof ApiError && error.status === 401
        ? { message: error.message, field: "code" }
        : undefined,
    discardable: true,
  });
  return (
    <FormFrame of={frame} className="flex flex-col gap-4" aria-label="Two-factor code">
      <FormNews of={frame} />
      <FormText
        name="code"
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        hint="Six digits from your app, or one of your recovery codes."
      />
      <FormButton of={frame} label="Sign in" />
      <button
        type="button"
        onClick={onAgain}
        className="self-start text-ink-mute text-sm underline touch:min-h-10"
      >
        Begin again
      </button>
    </FormFrame>
  );
}
