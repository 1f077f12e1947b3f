"use client";

import type { CreateProjectProps } from "@/components/projects/create-project-dialog";
import { laterDialogButton } from "@/components/ui/later-popup";

export const CreateProject = laterDialogButton<CreateProjectProps>(() =>
  import("@/components/projects/create-project-dialog").then((file) => file.CreateProjectDialog),
);
