"use client";

import { DeleteAccount } from "@/components/account/settings/delete-account";
import { PasskeysSection } from "@/components/account/settings/passkeys-section";
import { PasswordSection } from "@/components/account/settings/password-section";
import { AddressSection, ProfileSection } from "@/components/account/settings/profile-section";
import { ProvidersSection } from "@/components/account/settings/providers-section";
import { SessionsSection } from "@/components/account/settings/sessions-section";
import { TwoFactorSection } from "@/components/account/settings/two-factor-section";
import { ShortcutSwitch } from "@/components/shell/shortcut-switch";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useAnswer } from "@/components/ui/queries";
import { exportAccount, getAccount } from "@/lib/account/contract";
import type { Output } from "@/lib/operations/operation";

export type Account = Output<typeof getAccount>;
export type SectionProps = { account: Account };

type Props = SectionProps & {
  /** Whether this installation sends mail, or keeps it for its operator. */
  mails: boolean;
};

export function AccountSections({ account: given, mails }: Props) {
  const { data: account = given } = useAnswer(getAccount, {});
  return (
    <>
      <ProfileSection account={given} />
      <AddressSection account={account} mails={mails} />
      <PasswordSection account={account} />
      <TwoFactorSection account={account} />
      <PasskeysSection account={account} />
      {account.providers.length > 0 ? <ProvidersSection account={account} /> : null}
      <SessionsSection />
      <Card
        title="Appearance"
        description="How Fieldkit looks and listens to keys in this browser."
        actions={<ThemeSwitch />}
      >
        <ShortcutSwitch />
      </Card>
      <Card
        title="Your data"
        description="Your account, teams, sessions, keys and invitations as a JSON file. No password and no key is in it."
        flush
        actions={
          // The browser saves it under the name that the answer brings along.
          <Button onClick={() => window.location.assign(exportAccount.path)}>Download</Button>
        }
      />
      <DeleteAccount account={account} />
    </>
  );
}
