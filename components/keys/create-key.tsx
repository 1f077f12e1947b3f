"use client";

import type { CreateKeyProps } from "@/components/keys/create-key-dialog";
import { laterDialogButton } from "@/components/ui/later-popup";

export const CreateKey = laterDialogButton<CreateKeyProps>(() =>
  import("@/components/keys/create-key-dialog").then((file) => file.CreateKeyDialog),
);
