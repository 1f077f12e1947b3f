import type { ReactNode } from "react";
import { AuthShell, FooterLink } from "@/components/account/auth-shell";

export type PasswordShellProps = {
  description: string;
  /** The page to go to instead. */
  elsewhere: { href: string; label: string };
  children: ReactNode;
};

/** The frame of both pages of a password reset. */
export function PasswordShell({ description, elsewhere, children }: PasswordShellProps) {
  return (
    <AuthShell
      title="Reset your password"
      description={description}
      footer={<FooterLink href={elsewhere.href}>{elsewhere.label}</FooterLink>}
    >
      {children}
    </AuthShell>
  );
}
