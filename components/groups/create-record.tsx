"use client";

import type { CreateRecordProps } from "@/components/groups/record-form";
import { laterDialogButton } from "@/components/ui/later-popup";

export const CreateRecord = laterDialogButton<CreateRecordProps>(
  () => import("@/components/groups/record-form").then((file) => file.CreateRecordDialog),
  "secondary",
);
