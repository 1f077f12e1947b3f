"use client";

import qrcode from "qrcode-generator";
import { useMemo, useState } from "react";
import { PasswordText } from "@/components/account/password-text";
import { RecoveryCodes } from "@/components/account/settings/recovery-codes";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useSurface } from "@/components/ui/navigation";
import { useWrite } from "@/components/ui/queries";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { confirmTwoFactor, prepareTwoFactor } from "@/lib/account/ways/contract";
import type { Output } from "@/lib/operations/operation";

type Secret = Output<typeof prepareTwoFactor>;

export function TwoFactorDialog({ trigger }: LaterDialogProps<object>) {
  return (
    <Dialog title="Turn two-factor codes on" trigger={trigger}>
      <Steps />
    </Dialog>
  );
}

/** Unmounts with the dialog, so that each opening begins with the password. */
function Steps() {
  const [secret, setSecret] = useState<Secret>();
  return secret ? <Confirm secret={secret} /> : <AskPassword onSecret={setSecret} />;
}

function AskPassword({ onSecret }: { onSecret: (secret: Secret) => void }) {
  const write = useWrite();
  const frame = useFormFrame<{ password?: string | undefined }, Secret>({
    rules: prepareTwoFactor.body,
    start: {},
    send: (fields) => write(prepareTwoFactor, fields),
    done: onSecret,
    discardable: true,
  });
  return (
    <FormFrame of={frame} on="dialog" submitLabel="Go on">
      <p className="text-ink-soft text-sm">
        You need an app that shows codes, such as the one that keeps your passwords. First, your password.
      </p>
      <PasswordText autoComplete="current-password" />
    </FormFrame>
  );
}

function Confirm({ secret }: { secret: Secret }) {
  const write = useWrite();
  const surface = useSurface();
  const frame = useFormFrame({
    rules: confirmTwoFactor.body,
    start: { code: "" },
    send: (fields) => write(confirmTwoFactor, fields),
    says: () => "Two-factor codes are on",
    done: () => surface?.close(),
  });
  return (
    <FormFrame of={frame} on="dialog" submitLabel="Turn on">
      <div className="flex flex-wrap items-center gap-4">
        <Picture text={secret.uri} />
        <div className="min-w-0 flex-1 basis-48 text-ink-soft text-sm">
          <p>Scan this with the app, or type the secret into it:</p>
          <p className="mt-2 flex items-center gap-2">
            <code className="min-w-0 break-all text-ink text-xs">{secret.secret}</code>
            <CopyButton text={secret.secret} what="Secret" />
          </p>
        </div>
      </div>
      <RecoveryCodes codes={secret.recoveryCodes} />
      <FormText
        name="code"
        label="First code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="The six digits that the app shows now. Only then sign-ins ask for codes."
      />
    </FormFrame>
  );
}

/** Dark on light in both themes, because cameras expect that. */
function Picture({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const code = qrcode(0, "M");
    code.addData(text);
    code.make();
    const count = code.getModuleCount();
    const cells = Array.from(
      { length: count * count },
      (_, at) => [at % count, Math.floor(at / count)] as const,
    );
    const dark = cells.filter(([x, y]) => code.isDark(y, x));
    return { size: count, path: dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("") };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label="QR code with the secret"
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      className="size-44 shrink-0 rounded-md border border-line"
      shapeRendering="crispEdges"
    >
      <rect x={-4} y={-4} width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
