"use client";

import { useEffect, useState } from "react";
import { DeleteAccount } from "@/components/account/settings/delete-account";
import { PasskeysSection } from "@/components/account/settings/passkeys-section";
import { PasswordSection } from "@/components/account/settings/password-section";
import { AddressSection, ProfileSection } from "@/components/account/settings/profile-section";
import { ProvidersSection } from "@/components/account/settings/providers-section";
import { SessionsSection } from "@/components/account/settings/sessions-section";
import type { SignInReviewProps } from "@/components/account/settings/sign-in-review";
import { TwoFactorSection } from "@/components/account/settings/two-factor-section";
import { ShortcutSwitch } from "@/components/shell/shortcut-switch";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { later } from "@/components/ui/later";
import { useAnswer } from "@/components/ui/queries";
import { exportAccount, getAccount } from "@/lib/account/contract";
import type { Output } from "@/lib/operations/operation";

const review = later(() =>
  import("@/components/account/settings/sign-in-review").then((file) => file.SignInReview),
);

function LazySignInReview(props: SignInReviewProps) {
  const SignInReview = review.useCode();
  useEffect(() => review.need(), []);
  return SignInReview ? <SignInReview {...props} /> : null;
}

export type Account = Output<typeof getAccount>;
export type SectionProps = { account: Account };

type Props = SectionProps & {
  /** Whether this instance sends email, or keeps it for its administrator. */
  mails: boolean;
  /** Whether the person has just reset their password. */
  review: boolean;
};

export function AccountSections({ account: given, mails, review: startsWithReview }: Props) {
  const { data: account = given } = useAnswer(getAccount, {});
  const [isReviewing, setReviewing] = useState(startsWithReview);
  return (
    <>
      {isReviewing ? <LazySignInReview account={account} onDone={() => setReviewing(false)} /> : null}
      <ProfileSection account={given} />
      <AddressSection account={account} mails={mails} />
      <PasswordSection account={account} onChanged={() => setReviewing(true)} />
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
        description="Download your account data as JSON. Passwords and API keys are not included."
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
