import { routes } from "@/lib/http/next-routes";
import { handleRemoveMember } from "@/lib/teams/remove-member";
import { handleUpdateMember } from "@/lib/teams/update-member";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleUpdateMember,
  handleRemoveMember,
);
