"use client";

import type { CreateEnvironmentProps } from "@/components/flags/environment-form";
import { laterDialogButton } from "@/components/ui/later-popup";

export const CreateEnvironment = laterDialogButton<CreateEnvironmentProps>(() =>
  import("@/components/flags/environment-form").then((file) => file.CreateEnvironmentDialog),
);
