"use client";

import type { CreateSegmentProps } from "@/components/targeting/segment-form";
import { laterDialogButton } from "@/components/ui/later-popup";

export const CreateSegment = laterDialogButton<CreateSegmentProps>(() =>
  import("@/components/targeting/segment-form").then((file) => file.CreateSegmentDialog),
);
