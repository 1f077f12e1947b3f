import { requireTeam } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { getTeam } from "./contract";
import { toTeam } from "./to-team";

export const handleGetTeam = implement(getTeam, async (ctx, input) =>
  toTeam(await requireTeam(ctx, input.teamId)),
);
