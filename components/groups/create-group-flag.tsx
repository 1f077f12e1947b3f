"use client";

import type { CreateGroupFlagProps } from "@/components/groups/create-group-flag-dialog";
import { laterDialogButton } from "@/components/ui/later-popup";

export const CreateGroupFlag = laterDialogButton<CreateGroupFlagProps>(() =>
  import("@/components/groups/create-group-flag-dialog").then((file) => file.CreateGroupFlagDialog),
);
