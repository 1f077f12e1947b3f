import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { withNext } from "@/app/(auth)/next-path";
import { AcceptInvitation } from "@/components/account/accept-invitation";
import { AuthShell } from "@/components/account/auth-shell";
import { currentUser } from "@/lib/api/load";

export const metadata: Metadata = { title: "Join a team", referrer: "no-referrer" };

type Props = { params: Promise<{ token: string }> };

export default async function InvitationPage({ params }: Props) {
  const { token } = await params;
  const user = await currentUser();
  if (!user) redirect(withNext("/sign-in", `/invitations/${token}`));
  return (
    <AuthShell title="You are invited to a team" description="Its members share projects with each other.">
      <AcceptInvitation token={decodeURIComponent(token)} email={user.email} />
    </AuthShell>
  );
}
