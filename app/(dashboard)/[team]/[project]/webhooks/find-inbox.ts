import { cache } from "react";
import { findProject, titled } from "@/app/(dashboard)/find-project";
import { load } from "@/lib/api/load";
import { handleGetWebhook } from "@/lib/webhooks/get-webhook";

export type InboxParams = Promise<{ team: string; project: string; webhookId: string }>;

const findWebhook = cache((projectId: string, webhookId: string) =>
  load(handleGetWebhook, { projectId, webhookId }),
);

/** The inbox in a page's address, its project, and the address of the project's pages. */
export async function findInbox(params: InboxParams) {
  const { team, project: slug, webhookId } = await params;
  const { project } = await findProject(team, slug);
  return { project, webhook: await findWebhook(project.id, webhookId), base: `/${team}/${slug}` };
}

export function inboxTitle(params: InboxParams, page?: string) {
  return titled(async () => {
    const { project, webhook } = await findInbox(params);
    return [page, webhook.name, project.name].filter(Boolean).join(" · ");
  });
}
