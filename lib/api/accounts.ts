import { setUpAccountsWith } from "@/lib/auth/new-account";
import { ensurePersonalTeam } from "@/lib/teams/personal-team";

// Accounts lie below teams, yet every account has a personal team. The two are connected here, above both.
setUpAccountsWith(ensurePersonalTeam);
