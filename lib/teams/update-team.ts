import { teams } from "@/db/schema/teams";
import { requireTeam } from "@/lib/auth/access";
import { changeRow } from "@/lib/operations/change-row";
import { implement } from "@/lib/operations/implement";
import { updateTeam } from "./contract";
import { slugTaken } from "./slug-taken";
import { toTeam } from "./to-team";

export const handleUpdateTeam = implement(updateTeam, (ctx, { teamId, fields }) =>
  changeRow(ctx, teams, {
    fields,
    find: (inner) => requireTeam(inner, teamId, { role: "admin", lock: "update" }),
    change: (_, changes) => changes,
    taken: ({ slug }) => slugTaken(slug),
    show: toTeam,
  }),
);
