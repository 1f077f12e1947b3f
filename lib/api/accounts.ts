import { equipAccountsWith } from "@/lib/auth/new-account";
import { ensurePersonalTeam } from "@/lib/teams/personal-team";

// Accounts lie below teams, and every account has a personal one: the two meet here, above both.
equipAccountsWith(ensurePersonalTeam);
