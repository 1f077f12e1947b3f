import type { ReactNode } from "react";
import { AuthShell, FooterLink } from "@/components/account/auth-shell";

export type PasswordShellProps = {
  description: string;
  /** The page for whoever does not want this one. */
  elsewhere: { href: string; label: string };
  children: ReactNode;
};

/** The frame of the two pages on the way to a new password. */
export function PasswordShell({ description, elsewhere, children }: PasswordShellProps) {
  return (
    <AuthShell
      title="Choose a new password"
      description={description}
      footer={<FooterLink href={elsewhere.href}>{elsewhere.label}</FooterLink>}
    >
      {children}
    </AuthShell>
  );
}
