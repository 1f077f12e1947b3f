import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { signInProblem } from "@/app/(auth)/sign-in/sign-in-problem";
import { knownAnswer, type Search } from "@/app/(dashboard)/known-list";
import { AccountSections } from "@/components/account/settings/account-sections";
import { sessionsShown } from "@/components/account/settings/shown-sessions";
import { Callout } from "@/components/ui/callout";
import { Crumb } from "@/components/ui/crumb";
import { KnownAnswers } from "@/components/ui/known-answers";
import { PageHeader } from "@/components/ui/page-header";
import { listSessions } from "@/lib/account/contract";
import { handleGetAccount } from "@/lib/account/get-account";
import { handleListSessions } from "@/lib/account/sessions";
import { handleListPasskeys } from "@/lib/account/ways/passkeys";
import { loadPage } from "@/lib/api/load";
import { env } from "@/lib/platform/env/env";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage({ searchParams }: { searchParams: Search }) {
  const { error, review } = await searchParams;
  const problem = signInProblem(error);
  const account = await knownAnswer(handleGetAccount, {});
  const passkeys = await knownAnswer(handleListPasskeys, {});
  const hasOthers =
    account.answer.twoFactorEnabled ||
    account.answer.providers.some(({ connected }) => connected) ||
    passkeys.answer.length > 0;
  // After a reset there is something to review, or the person goes to their projects.
  if (review === "sign-in" && !hasOthers) redirect("/");
  const known = [
    account,
    { op: listSessions, input: sessionsShown, answer: await loadPage(handleListSessions, sessionsShown) },
    passkeys,
  ];
  return (
    <>
      <Crumb label="Your account" />
      <PageHeader title="Your account" />
      <div className="flex max-w-3xl flex-col gap-6">
        {problem ? <Callout tone="danger">{problem}</Callout> : null}
        <KnownAnswers known={known}>
          <AccountSections
            account={account.answer}
            mails={env().mail.service !== "outbox"}
            review={review === "sign-in"}
          />
        </KnownAnswers>
      </div>
    </>
  );
}
