import type { Metadata } from "next";
import { ForgotPasswordForm } from "@/components/account/forgot-password-form";
import { PasswordShell } from "@/components/account/password-shell";
import { env } from "@/lib/platform/env/env";

export const metadata: Metadata = { title: "Reset your password" };
/** Where the page is rendered decides what it says, not where it was built. */
export const dynamic = "force-dynamic";

type Props = { searchParams: Promise<{ email?: string | string[] }> };

export default async function ForgotPasswordPage({ searchParams }: Props) {
  const { email } = await searchParams;
  const mails = env().mail.service !== "outbox";
  return (
    <PasswordShell
      description={
        mails
          ? "We'll email you a link. It works even if your account is temporarily locked."
          : "Your administrator can give you a link. It works even if your account is temporarily locked."
      }
      elsewhere={{ href: "/sign-in", label: "Back to sign in" }}
    >
      <ForgotPasswordForm email={typeof email === "string" ? email : ""} />
    </PasswordShell>
  );
}
