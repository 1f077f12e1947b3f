"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { messageOf } from "@/components/ui/form-problem";
import { signInSocial } from "@/lib/auth/contract";
import { call } from "@/lib/operations/client";

type Provider = "github" | "google";
export type SocialSignInProps = {
  github: boolean;
  google: boolean;
  next: string;
  /** The token of the invitation that leads here. */
  invitation: string | undefined;
};

/** Buttons for the identity providers that the operator configured; renders nothing if there are none. */
export function SocialSignIn({ github, google, next, invitation }: SocialSignInProps) {
  const [busy, setBusy] = useState<Provider | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (!github && !google) return null;

  async function start(provider: Provider) {
    setBusy(provider);
    setProblem(null);
    try {
      const errorCallbackURL = `/sign-in?next=${encodeURIComponent(next)}`;
      const where = { callbackURL: next, errorCallbackURL };
      const { url } = await call(signInSocial, { provider, ...where, ...(invitation && { invitation }) });
      window.location.assign(url);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(null);
    }
  }

  return (
    <div className="mt-5 flex flex-col gap-2.5">
      <div className="mb-1.5 flex items-center gap-3 text-ink-mute text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </div>
      <FormAlert>{problem}</FormAlert>
      {github ? (
        <Button loading={busy === "github"} disabled={busy !== null} onClick={() => start("github")}>
          <Mark>
            <path d="M12 .3a12 12 0 0 0-3.8 23.38c.6.12.83-.26.83-.57v-2.02c-3.34.72-4.04-1.61-4.04-1.61-.55-1.39-1.34-1.76-1.34-1.76-1.08-.74.09-.73.09-.73 1.2.09 1.84 1.24 1.84 1.24 1.07 1.83 2.81 1.3 3.5 1 .1-.78.42-1.31.76-1.61-2.67-.3-5.47-1.33-5.47-5.93 0-1.31.47-2.38 1.24-3.22-.14-.3-.54-1.52.1-3.18 0 0 1.01-.32 3.3 1.23a11.5 11.5 0 0 1 6.02 0c2.28-1.55 3.29-1.23 3.29-1.23.64 1.66.24 2.88.12 3.18a4.65 4.65 0 0 1 1.23 3.22c0 4.61-2.8 5.62-5.48 5.92.42.36.81 1.1.81 2.22v3.29c0 .31.2.69.82.57A12 12 0 0 0 12 .3" />
          </Mark>
          Continue with GitHub
        </Button>
      ) : null}
      {google ? (
        <Button loading={busy === "google"} disabled={busy !== null} onClick={() => start("google")}>
          <Mark>
            <path d="M12.24 10.29v3.42h5.7c-.23 1.47-1.72 4.31-5.7 4.31-3.43 0-6.23-2.84-6.23-6.34s2.8-6.34 6.23-6.34c1.95 0 3.26.83 4 1.55l2.73-2.63C17.22 2.62 14.95 1.6 12.24 1.6 6.66 1.6 2.15 6.11 2.15 11.68s4.51 10.09 10.09 10.09c5.82 0 9.69-4.09 9.69-9.86 0-.66-.07-1.17-.16-1.62z" />
          </Mark>
          Continue with Google
        </Button>
      ) : null}
    </div>
  );
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}
