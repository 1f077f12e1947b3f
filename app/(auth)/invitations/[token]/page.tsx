import type { Metadata } from "next";
import { joinPath, withNext } from "@/app/(auth)/next-path";
import { AcceptInvitation, Entrances, UseOtherAccount } from "@/components/account/accept-invitation";
import { AuthShell } from "@/components/account/auth-shell";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { currentUser, tried } from "@/lib/api/load";
import type { AppError } from "@/lib/operations/errors";
import type { Output } from "@/lib/operations/operation";
import { env } from "@/lib/platform/env/env";
import type { getInvitation } from "@/lib/teams/contract";
import { handleGetInvitation } from "@/lib/teams/get-invitation";

export const metadata: Metadata = { title: "Join a team", referrer: "no-referrer" };

type Offer = Output<typeof getInvitation>;
type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ join?: string | string[] }>;
};

export default async function InvitationPage({ params, searchParams }: Props) {
  const token = decodeURIComponent((await params).token);
  const found = await tried(handleGetInvitation, { token });
  const user = await currentUser();
  if ("refusal" in found) return <NoInvitation refusal={found.refusal} isSignedIn={user !== null} />;
  const offer = found.answer;
  const isAddressee = user?.email.toLowerCase() === offer.email.toLowerCase();
  return (
    <AuthShell title={`Join ${offer.teamName}`} description={<OfferText offer={offer} />}>
      {user && isAddressee ? (
        <AcceptInvitation token={token} email={user.email} isBack={(await searchParams).join === "1"} />
      ) : user ? (
        <WrongAddress invited={offer.email} signedIn={user.email} />
      ) : (
        <SignedOut token={token} email={offer.email} />
      )}
    </AuthShell>
  );
}

function OfferText({ offer: { invitedBy, role, expiresAt } }: { offer: Offer }) {
  return (
    <>
      {invitedBy ?? "Somebody"} invites you as {role === "admin" ? "an admin" : "a member"}. The invitation
      works until <time dateTime={expiresAt}>{expiresAt.slice(0, 10)}</time>.
    </>
  );
}

function SignedOut({ token, email }: { token: string; email: string }) {
  const next = joinPath(token);
  return (
    <div className="flex flex-col gap-4">
      <p className="break-words text-ink-soft">
        It is for <strong className="font-medium text-ink">{email}</strong>. You join as soon as you are
        signed in with this address.
      </p>
      <Entrances
        token={token}
        signUpHref={env().signUp === "closed" ? undefined : withNext("/sign-up", next)}
        signInHref={withNext("/sign-in", next)}
      />
    </div>
  );
}

function WrongAddress({ invited, signedIn }: { invited: string; signedIn: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Callout tone="warning" title="This invitation is for another e-mail address">
        It is for {invited}, and you are signed in as {signedIn}. Use the account with that address, or ask
        for an invitation to yours.
      </Callout>
      <UseOtherAccount />
      <Button variant="ghost" href="/">
        Stay signed in and go to your teams
      </Button>
    </div>
  );
}

/** What a link that does not work any more says, and where it leads. */
function NoInvitation({ refusal, isSignedIn }: { refusal: AppError; isSignedIn: boolean }) {
  const isUnknown = refusal.code === "not_found";
  return (
    <AuthShell title="This link does not work">
      <div className="flex flex-col gap-4">
        <Callout tone="warning">
          {isUnknown
            ? "There is no invitation with this link. It may be cut off, or a newer one was sent. Use the newest, or ask an admin of the team for one."
            : refusal.message}
        </Callout>
        <Button variant="primary" href={isSignedIn ? "/" : "/sign-in"}>
          {isSignedIn ? "Go to your teams" : "Sign in"}
        </Button>
      </div>
    </AuthShell>
  );
}
