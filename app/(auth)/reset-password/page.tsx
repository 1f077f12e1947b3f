import type { Metadata } from "next";
import { PasswordShell } from "@/components/account/password-shell";
import { ResetPasswordForm } from "@/components/account/reset-password-form";

export const metadata: Metadata = { title: "Reset your password", referrer: "no-referrer" };

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export default async function ResetPasswordPage({ searchParams }: Props) {
  const { token } = await searchParams;
  return (
    <PasswordShell
      description="You'll be signed in here and signed out everywhere else."
      elsewhere={{ href: "/forgot-password", label: "Request a new link" }}
    >
      <ResetPasswordForm token={typeof token === "string" ? token : ""} />
    </PasswordShell>
  );
}
