import type { Metadata } from "next";
import { ForgotPasswordForm } from "@/components/account/forgot-password-form";
import { PasswordShell } from "@/components/account/password-shell";
import { env } from "@/lib/platform/env/env";

export const metadata: Metadata = { title: "Forgot your password" };
/** Where the page is rendered decides what it says, not where it was built. */
export const dynamic = "force-dynamic";

export default function ForgotPasswordPage() {
  return (
    <PasswordShell
      description="A link in your mail lets you in, also while too many wrong attempts keep you out."
      elsewhere={{ href: "/sign-in", label: "Back to sign in" }}
    >
      <ForgotPasswordForm mails={env().mail.service !== "outbox"} />
    </PasswordShell>
  );
}
