"use client";

import type { CreateFlagProps } from "@/components/flags/create-flag-dialog";
import { laterDialogButton } from "@/components/ui/later-popup";

export const CreateFlag = laterDialogButton<CreateFlagProps>(() =>
  import("@/components/flags/create-flag-dialog").then((file) => file.CreateFlagDialog),
);
