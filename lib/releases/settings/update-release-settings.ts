import { laterThan } from "@/db/schema/columns";
import { releaseSettings } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { changeRow } from "@/lib/operations/change-row";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { channelColumns } from "../delivery/channels";
import { updateReleaseSettings } from "./contract";
import { type ReleaseSettingsRow, readSettings } from "./read-settings";
import { requireRepoUrls } from "./require-repo-urls";
import { resealed, secretColumns } from "./secrets";
import { toSettings } from "./to-settings";
import { ownerColumns } from "./token-owners";

export const handleUpdateReleaseSettings = implement(updateReleaseSettings, (ctx, { projectId, fields }) =>
  changeRow(ctx, releaseSettings, {
    fields,
    find: async (inner) => {
      // The settings have no row of their own before their first change.
      const need = { role: "admin", lock: "no key update" } as const;
      const { id } = await requireProject(inner, { id: projectId }, need);
      return { ...(await readSettings(inner.db, id)), projectId: id };
    },
    change: (
      row,
      { repoUrls, githubToken, gitlabToken, githubTokenOwners, gitlabTokenOwners, ...others },
    ) => {
      const tokens = {
        github: { token: githubToken, owners: githubTokenOwners },
        gitlab: { token: gitlabToken, owners: gitlabTokenOwners },
      };
      const { audience, changelog, accentColor, subscriptions, ...ofChannels } = others;
      const given = {
        ...(audience && { audience }),
        ...(accentColor !== undefined && { accentColor }),
        ...(subscriptions !== undefined && { subscriptions }),
        ...(changelog !== undefined && { changelog }),
        ...(repoUrls && { repoUrls: requireRepoUrls(repoUrls, (place) => `repoUrls.${place}`) }),
        ...secretColumns("githubToken", githubToken, row.projectId),
        ...secretColumns("gitlabToken", gitlabToken, row.projectId),
        ...channelColumns(ofChannels, row.projectId),
      };
      return { ...given, ...ownerColumns(tokens, row, given.repoUrls ?? row.repoUrls) };
    },
    write: store,
    show: ({ projectId: _, ...row }) => toSettings(row),
  }),
);

type Row = ReleaseSettingsRow & { projectId: string };

async function store({ db, now }: Ctx, { logo: _, ...row }: Row, columns: Partial<ReleaseSettingsRow>) {
  const first = new Date(Math.max(now().getTime(), row.updatedAt.getTime() + 1));
  const [stored] = await db
    .insert(releaseSettings)
    .values({ ...row, ...columns, updatedAt: first })
    .onConflictDoUpdate({
      target: releaseSettings.projectId,
      set: {
        ...resealed(row, row.projectId),
        ...columns,
        updatedAt: laterThan(releaseSettings.updatedAt, now()),
      },
    })
    .returning();
  if (!stored) throw new Error("settings are stored where their project is locked");
  return stored;
}
