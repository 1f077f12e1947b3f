import type { Metadata } from "next";
import { AuthShell } from "@/components/account/auth-shell";
import { ForgotPasswordForm } from "@/components/account/forgot-password-form";
import { Link } from "@/components/ui/link";
import { env } from "@/lib/platform/env/env";

export const metadata: Metadata = { title: "Forgot your password" };
/** Where the page is rendered decides what it says, not where it was built. */
export const dynamic = "force-dynamic";

export default function ForgotPasswordPage() {
  return (
    <AuthShell
      title="Choose a new password"
      description="A link in your mail lets you in, also while too many wrong attempts keep you out."
      footer={
        <Link href="/sign-in" className="font-medium text-accent-ink underline">
          Back to sign in
        </Link>
      }
    >
      <ForgotPasswordForm mails={env().mail.service !== "outbox"} />
    </AuthShell>
  );
}
