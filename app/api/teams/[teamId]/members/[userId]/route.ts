import { routes } from "@/lib/api/next-routes";
import { handleRemoveMember } from "@/lib/teams/remove-member";
import { handleUpdateMember } from "@/lib/teams/update-member";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleUpdateMember,
  handleRemoveMember,
);
