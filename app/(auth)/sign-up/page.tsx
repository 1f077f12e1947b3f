import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { nextPath, withNext } from "@/app/(auth)/next-path";
import { AuthShell } from "@/components/account/auth-shell";
import { SignUpForm } from "@/components/account/sign-up-form";
import { SocialSignIn } from "@/components/account/social-sign-in";
import { Link } from "@/components/ui/link";
import { currentUser } from "@/lib/api/load";
import { env } from "@/lib/platform/env/env";

export const metadata: Metadata = { title: "Create an account" };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SignUpPage({ searchParams }: Props) {
  const next = nextPath((await searchParams).next);
  if (await currentUser()) redirect(next);
  return (
    <AuthShell
      title="Create an account"
      description="You get a personal team right away. Shared teams can follow later."
      footer={
        <>
          Have an account already?{" "}
          <Link href={withNext("/sign-in", next)} className="font-medium text-accent-ink underline">
            Sign in
          </Link>
        </>
      }
    >
      <SignUpForm next={next} />
      <SocialSignIn github={Boolean(env().github)} google={Boolean(env().google)} next={next} />
    </AuthShell>
  );
}
