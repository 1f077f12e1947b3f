"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { markJoining, takeJoining } from "@/components/account/join-mark";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { messageOf } from "@/components/ui/form-problem";
import { signOut } from "@/lib/auth/contract";
import { call } from "@/lib/operations/client";
import { acceptInvitation } from "@/lib/teams/contract";

export type AcceptInvitationProps = {
  token: string;
  email: string;
  /** The address says that the person comes back from signing in or up, which anybody can write into a link. */
  isBack: boolean;
};

/**
 * For whoever is signed in with the invited address. It takes a click, unless they said on this page and in this tab
 * that they sign in or up to join.
 */
export function AcceptInvitation({ token, email, isBack }: AcceptInvitationProps) {
  const { busy, problem, run } = useWay();
  const join = useCallback(
    () => run(async () => `/${(await call(acceptInvitation, { token })).slug}`),
    [run, token],
  );
  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    if (takeJoining(token) && isBack) void join();
  }, [token, isBack, join]);
  return (
    <div className="flex flex-col gap-4">
      <FormAlert>{problem}</FormAlert>
      <p className="break-words text-ink-soft">
        You are signed in as <strong className="font-medium text-ink">{email}</strong>.
      </p>
      <Button variant="primary" loading={busy} onClick={() => void join()}>
        Join the team
      </Button>
    </div>
  );
}

type EntrancesProps = { token: string; signUpHref: string | undefined; signInHref: string };

/** For whoever is not signed in: they join when they come back. */
export function Entrances({ token, signUpHref, signInHref }: EntrancesProps) {
  return (
    <>
      {signUpHref ? (
        <Button variant="primary" href={signUpHref} onClick={() => markJoining(token)}>
          Create an account
        </Button>
      ) : null}
      <Button href={signInHref} onClick={() => markJoining(token)}>
        Sign in
      </Button>
    </>
  );
}

/** For whoever is signed in with another address: the page then leads to the sign-in and back. */
export function UseOtherAccount() {
  const { busy, problem, run } = useWay();
  const leave = () =>
    run(async () => {
      await call(signOut, {});
      return window.location.pathname;
    });
  return (
    <>
      <FormAlert>{problem}</FormAlert>
      <Button variant="primary" loading={busy} onClick={() => void leave()}>
        Sign out and use the other account
      </Button>
    </>
  );
}

/** Does something and then opens the address that it leads to. */
function useWay() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = useCallback(async (work: () => Promise<string>) => {
    setBusy(true);
    setProblem(null);
    try {
      window.location.assign(await work());
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }, []);
  return { busy, problem, run };
}
