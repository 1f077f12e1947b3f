import { MailPlus } from "lucide-react";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { releaseTabs } from "@/components/releases/releases-list";
import { subscribersList } from "@/components/releases/subscribers-list";
import { SubscribersView } from "@/components/releases/subscribers-view";
import { EmptyState } from "@/components/ui/empty-state";
import { KnownAnswers } from "@/components/ui/known-answers";
import { Link } from "@/components/ui/link";
import { TabbedHeader } from "@/components/ui/page-header";
import { handleListReleaseSubscribers } from "@/lib/releases/subscribers/list-subscribers";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Subscribers");

export default async function SubscribersPage({ params, searchParams }: Props) {
  const { team: teamSlug, project: slug } = await params;
  const { team, project } = await findProject(teamSlug, slug);
  const projectId = project.id;
  const known = await knownList(subscribersList, handleListReleaseSubscribers, { projectId }, searchParams);
  const base = `/${teamSlug}/${slug}/releases`;
  return (
    <KnownAnswers known={[known]}>
      <TabbedHeader
        title="Releases"
        tabs={releaseTabs(base)}
        description="Whoever asked for releases on the public page, and opened the link in the mail."
      />
      <SubscribersView
        projectId={projectId}
        mayRemove={team.role === "admin"}
        empty={
          <EmptyState
            icon={<MailPlus />}
            title="Nobody has subscribed yet"
            text="Readers of the public page can enter their address there, once that is allowed. They get what you send by e-mail, with a link to end it."
            action={
              <Link href={`${base}/settings`} className="text-accent-ink underline underline-offset-2">
                Release settings
              </Link>
            }
          />
        }
      />
    </KnownAnswers>
  );
}
