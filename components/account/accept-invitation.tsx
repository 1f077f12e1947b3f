"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { messageOf } from "@/components/ui/form-problem";
import { signOut } from "@/lib/auth/contract";
import { ApiError, call } from "@/lib/operations/client";
import { acceptInvitation } from "@/lib/teams/contract";

export function AcceptInvitation({ token, email }: { token: string; email: string }) {
  const [busy, setBusy] = useState<"join" | "leave" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function run(kind: "join" | "leave", work: () => Promise<string>) {
    setBusy(kind);
    setProblem(null);
    try {
      window.location.assign(await work());
    } catch (error) {
      setProblem(explain(error));
      setBusy(null);
    }
  }

  const join = () => run("join", async () => `/${(await call(acceptInvitation, { token })).slug}`);
  const switchAccount = () =>
    run("leave", async () => {
      await call(signOut, {});
      return `/sign-in?next=${encodeURIComponent(window.location.pathname)}`;
    });

  return (
    <div className="flex flex-col gap-4">
      <FormAlert>{problem}</FormAlert>
      <p className="break-words text-ink-soft">
        You are signed in as <strong className="font-medium text-ink">{email}</strong>.
      </p>
      <Button variant="primary" loading={busy === "join"} disabled={busy !== null} onClick={join}>
        Join the team
      </Button>
      <Button variant="ghost" loading={busy === "leave"} disabled={busy !== null} onClick={switchAccount}>
        Use another account
      </Button>
    </div>
  );
}

function explain(error: unknown): string {
  if (error instanceof ApiError && (error.status === 404 || error.status === 410)) {
    return "This invitation is no longer good: it was used, withdrawn or has run out. Ask for a new link.";
  }
  return messageOf(error);
}
