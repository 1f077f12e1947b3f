"use client";

import { Plus, Settings, Users } from "lucide-react";
import { laterPopup } from "@/components/ui/later-popup";
import { MenuItem } from "@/components/ui/menu";
import type { Control } from "@/components/ui/row-menu";

export const CreateTeam = laterPopup<Control>("dialog", () =>
  import("@/components/teams/create-team-dialog").then((file) => file.CreateTeamDialog),
);

export type TeamActionsProps = {
  /** Of the team at the address, if it is one of the person's. */
  slug: string | undefined;
  onCreate: () => void;
};

/** The end of the team switcher. */
export function TeamActions({ slug, onCreate }: TeamActionsProps) {
  return (
    <>
      {slug ? (
        <>
          <MenuItem icon={<Users aria-hidden />} href={`/${slug}/-/members`}>
            Members
          </MenuItem>
          <MenuItem icon={<Settings aria-hidden />} href={`/${slug}/-/settings`}>
            Team settings
          </MenuItem>
        </>
      ) : null}
      <MenuItem icon={<Plus aria-hidden />} onClick={onCreate}>
        New team
      </MenuItem>
    </>
  );
}
