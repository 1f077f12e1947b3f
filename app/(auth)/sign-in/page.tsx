import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { invitationIn, nextPath, withNext } from "@/app/(auth)/next-path";
import { signInProblem } from "@/app/(auth)/sign-in/sign-in-problem";
import { AuthShell, FooterLink } from "@/components/account/auth-shell";
import { PasskeySignIn } from "@/components/account/passkey-sign-in";
import { SignInForm } from "@/components/account/sign-in-form";
import { SocialSignIn } from "@/components/account/social-sign-in";
import { Callout } from "@/components/ui/callout";
import { currentUser, tried } from "@/lib/api/load";
import { env } from "@/lib/platform/env/env";
import { handleGetInvitation } from "@/lib/teams/get-invitation";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ next?: string | string[]; error?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const { next: given, error } = await searchParams;
  const next = nextPath(given);
  const problem = signInProblem(error);
  if (await currentUser()) redirect(next);
  const invitation = invitationIn(next);
  const found = invitation ? await tried(handleGetInvitation, { token: invitation }) : undefined;
  const email = found && "answer" in found ? found.answer.email : undefined;
  return (
    <AuthShell
      title="Sign in"
      description="Good to see you again."
      footer={
        env().signUp === "closed" ? (
          "New accounts are made by whoever runs this Fieldkit."
        ) : (
          <>
            New here? <FooterLink href={withNext("/sign-up", next)}>Create an account</FooterLink>
          </>
        )
      }
    >
      {problem ? (
        <Callout tone="danger" className="mb-5">
          {problem}
        </Callout>
      ) : null}
      <SignInForm next={next} email={email} />
      <PasskeySignIn next={next} />
      <SocialSignIn
        github={Boolean(env().github)}
        google={Boolean(env().google)}
        next={next}
        invitation={invitation}
      />
    </AuthShell>
  );
}
