"use client";

import type { InvitePersonProps } from "@/components/teams/invite-dialog";
import { laterDialogButton } from "@/components/ui/later-popup";

export const InvitePerson = laterDialogButton<InvitePersonProps>(() =>
  import("@/components/teams/invite-dialog").then((file) => file.InviteDialog),
);
