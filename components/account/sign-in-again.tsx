"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { PasswordText } from "@/components/account/password-text";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import { useWatching } from "@/components/ui/queries";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { getSession, signIn } from "@/lib/auth/contract";
import { ApiError, call, onSessionEnd } from "@/lib/operations/client";

/**
 * A session that ends leaves the page as it is: over it one signs in again, and what was being sent is sent then.
 * Who puts that off keeps what is on the page, and is asked again by the next change.
 */
export function SignInAgain({ email }: { email: string }) {
  const { asking, ended, settle, ask } = useEndedSession();
  return (
    <>
      <Dialog
        size="sm"
        title="Sign in again"
        description="Your session has ended. What is on this page stays, and goes on from here."
        open={asking}
        onOpenChange={(open) => (open ? undefined : settle(false))}
      >
        <AgainForm email={email} onSignedIn={() => settle(true)} />
      </Dialog>
      {ended && !asking ? (
        <Callout
          tone="warning"
          live
          title="You are signed out"
          className="fixed inset-x-4 bottom-4 z-30 mx-auto max-w-lg shadow-popup"
          actions={
            <Button size="sm" onClick={ask}>
              Sign in again
            </Button>
          }
        >
          What is on this page is still here.
        </Callout>
      ) : null}
    </>
  );
}

function useEndedSession() {
  const [asking, setAsking] = useState(false);
  const [ended, setEnded] = useState(false);
  const putOff = useRef(false);
  const waiting = useRef<((again: boolean) => void)[]>([]);
  const watch = useWatching();

  useEffect(
    () =>
      onSessionEnd((op) => {
        if (putOff.current && op.method === "GET") return Promise.resolve(false);
        watch(false);
        setEnded(true);
        setAsking(true);
        return new Promise((resolve) => waiting.current.push(resolve));
      }),
    [watch],
  );

  const settle = useCallback(
    (again: boolean) => {
      putOff.current = !again;
      setAsking(false);
      setEnded(!again);
      for (const resume of waiting.current.splice(0)) resume(again);
      if (again) watch(true);
    },
    [watch],
  );

  // It may have been in another tab.
  useEffect(() => {
    if (!ended) return;
    const look = () =>
      void call(getSession, {})
        .then((session) => (session ? settle(true) : undefined))
        .catch(() => {});
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [ended, settle]);

  return { asking, ended, settle, ask: () => setAsking(true) };
}

function AgainForm({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const frame = useFormFrame({
    rules: signIn.body.pick({ email: true, password: true }),
    start: { email, password: "" },
    send: (credentials) => call(signIn, credentials),
    done: onSignedIn,
    explain: (error) =>
      error instanceof ApiError && error.status === 401
        ? { message: "The password is wrong.", field: "password" }
        : undefined,
    discardable: true,
  });
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
