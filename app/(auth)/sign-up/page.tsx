import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { invitationIn, nextPath, withNext } from "@/app/(auth)/next-path";
import { AuthShell, FooterLink } from "@/components/account/auth-shell";
import { SignUpForm } from "@/components/account/sign-up-form";
import { SocialSignIn } from "@/components/account/social-sign-in";
import { Callout } from "@/components/ui/callout";
import { currentUser, tried } from "@/lib/api/load";
import { env } from "@/lib/platform/env/env";
import { handleGetInvitation } from "@/lib/teams/get-invitation";

export const metadata: Metadata = { title: "Create an account" };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SignUpPage({ searchParams }: Props) {
  const next = nextPath((await searchParams).next);
  if (await currentUser()) redirect(next);
  const invitation = invitationIn(next);
  const refusal = refusalOf(env().signUp, invitation);
  const found = invitation && !refusal ? await tried(handleGetInvitation, { token: invitation }) : undefined;
  const offer = found && "answer" in found ? found.answer : undefined;
  return (
    <AuthShell
      title="Create an account"
      description={
        offer
          ? `Then you are in the team ${offer.teamName}, and get a personal one besides.`
          : "You get a personal team right away. Shared teams can follow later."
      }
      footer={
        <>
          Have an account already? <FooterLink href={withNext("/sign-in", next)}>Sign in</FooterLink>
        </>
      }
    >
      {refusal ? (
        <Callout>{refusal}</Callout>
      ) : (
        <>
          <SignUpForm next={next} invitation={invitation} email={offer?.email} />
          <SocialSignIn
            github={Boolean(env().github)}
            google={Boolean(env().google)}
            next={next}
            invitation={invitation}
          />
        </>
      )}
    </AuthShell>
  );
}

/** Why there is no form: the operator decides who gets an account. */
function refusalOf(
  signUp: "open" | "invited" | "closed",
  invitation: string | undefined,
): string | undefined {
  if (signUp === "closed") return "Nobody can sign up here. Ask whoever runs this Fieldkit for an account.";
  if (signUp === "invited" && !invitation) {
    return "A new account needs an invitation. Ask an admin of a team for one, and open its link.";
  }
  return undefined;
}
