"use client";

import { Fingerprint, KeyRound, Smartphone } from "lucide-react";
import { type ComponentType, type ReactElement, useEffect, useRef } from "react";
import type { SectionProps } from "@/components/account/settings/account-sections";
import { Proved } from "@/components/account/settings/proof";
import { providerNames } from "@/components/account/settings/provider-names";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { disconnectProvider, endTwoFactor, listPasskeys, removePasskey } from "@/lib/account/ways/contract";

export type SignInReviewProps = SectionProps & { onDone: () => void };

type Method = {
  key: string;
  name: string;
  what: string;
  icon: ComponentType<{ className?: string }>;
  remove: ReactElement;
};

/** After a new password: everything else that can still sign in, because somebody else may have added it. */
export function SignInReview({ account, onDone }: SignInReviewProps) {
  const methods = useMethods(account);
  const top = useRef<HTMLDivElement>(null);
  // The password is changed further down on the page.
  useEffect(() => top.current?.scrollIntoView({ block: "center" }), []);
  return (
    <div ref={top}>
      <Card
        title="Review how you sign in"
        description={
          methods.length > 0
            ? "Your password changed, but these still work. Remove any that you don't recognize."
            : "Your password changed. Nothing else can sign in to your account."
        }
        flush
        actions={<Button onClick={onDone}>Done</Button>}
      >
        {methods.length > 0 ? (
          <ul aria-label="Sign-in methods" className="divide-y divide-line">
            {methods.map(({ key, name, what, icon: Icon, remove }) => (
              <li key={key} className="flex items-center gap-3 px-5 py-2.5">
                <Icon aria-hidden className="size-4 shrink-0 text-ink-mute" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-ink">{name}</span>
                  <span className="block text-ink-mute text-xs">{what}</span>
                </span>
                {remove}
              </li>
            ))}
          </ul>
        ) : null}
      </Card>
    </div>
  );
}

function useMethods({ hasPassword, providers, twoFactorEnabled }: SectionProps["account"]): Method[] {
  const write = useWrite();
  const { data: passkeys = [] } = useAnswer(listPasskeys, {});
  const removeButton = (name: string, description: string, send: (proof: object) => Promise<unknown>) => (
    <Proved
      title={`Remove ${name}?`}
      description={description}
      label="Remove"
      hasPassword={hasPassword}
      send={send}
      says={`${name} removed`}
      trigger={
        <Button size="sm" aria-label={`Remove ${name}`}>
          Remove
        </Button>
      }
    />
  );
  const signedOut = "It can no longer sign in, and its other sessions are signed out.";
  return [
    ...passkeys.map(({ id, name }) => ({
      ...{ key: id, name, what: "Passkey", icon: KeyRound },
      remove: removeButton(name, signedOut, (proof) => write(removePasskey, { passkeyId: id, ...proof })),
    })),
    ...providers
      .filter(({ connected }) => connected)
      .map(({ id }) => ({
        ...{ key: id, name: providerNames[id], what: "Connected service", icon: Fingerprint },
        remove: removeButton(providerNames[id], signedOut, (proof) =>
          write(disconnectProvider, { provider: id, ...proof }),
        ),
      })),
    ...(twoFactorEnabled
      ? [
          {
            ...{ key: "two-factor", name: "Two-factor authentication", icon: Smartphone },
            what: "Asks for a code after the password",
            remove: removeButton(
              "two-factor authentication",
              "You'll sign in with your password only, and your recovery codes stop working.",
              (proof) => write(endTwoFactor, proof),
            ),
          },
        ]
      : []),
  ];
}
