"use client";

import type { SchemaFieldProps } from "@/components/flags/schema-field";
import { laterComponent } from "@/components/ui/later";

/** Few flags are objects. */
export const LaterSchemaField = laterComponent<SchemaFieldProps>(() =>
  import("@/components/flags/schema-field").then((file) => file.SchemaField),
);
