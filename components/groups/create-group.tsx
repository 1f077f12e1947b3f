"use client";

import type { CreateGroupProps } from "@/components/groups/group-form";
import { laterDialogButton } from "@/components/ui/later-popup";

export const CreateGroup = laterDialogButton<CreateGroupProps>(() =>
  import("@/components/groups/group-form").then((file) => file.CreateGroupDialog),
);
