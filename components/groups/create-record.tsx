"use client";

import type { CreateRecordProps } from "@/components/groups/create-record-dialog";
import { laterDialogButton } from "@/components/ui/later-popup";

export const CreateRecord = laterDialogButton<CreateRecordProps>(
  () => import("@/components/groups/create-record-dialog").then((file) => file.CreateRecordDialog),
  "secondary",
);
