"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { AgainDialogProps } from "@/components/account/again-dialog";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { laterPopup } from "@/components/ui/later-popup";
import { useWatching } from "@/components/ui/queries";
import { getSession } from "@/lib/auth/contract";
import { call, onSessionEnd } from "@/lib/operations/client";

const AgainDialog = laterPopup<AgainDialogProps>("dialog", () =>
  import("@/components/account/again-dialog").then((file) => file.AgainDialog),
);

/**
 * When the session ends, the page stays as it is: a dialog on top asks to sign in again, and the request that failed
 * is then repeated. Someone who dismisses it keeps what is on the page and is asked again at the next change.
 */
export function SignInAgain({ email }: { email: string }) {
  const { asking, ended, settle, ask } = useEndedSession();
  return (
    <>
      <AgainDialog
        email={email}
        open={asking}
        onOpenChange={(open) => (open ? undefined : settle(false))}
        onSignedIn={() => settle(true)}
      />
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

  // The person may have signed in again in another tab.
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
