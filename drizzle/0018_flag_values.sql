ALTER TABLE "flags" ADD COLUMN "rollout_basis_points" integer;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "type" text DEFAULT 'boolean' NOT NULL;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "values" json;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "variants" json;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "value_bytes" integer GENERATED ALWAYS AS (coalesce(octet_length("values"::text), 0) + coalesce(octet_length(variants::text), 0)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "rollout_basis_points" integer;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "type" text DEFAULT 'boolean' NOT NULL;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "values" json;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "variants" json;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "value_bytes" integer GENERATED ALWAYS AS (coalesce(octet_length("values"::text), 0) + coalesce(octet_length(variants::text), 0)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "overrides" ADD COLUMN "rollout_basis_points" integer;--> statement-breakpoint
ALTER TABLE "overrides" ADD COLUMN "value" json;--> statement-breakpoint
CREATE INDEX "flags_with_values" ON "flags" USING btree ("project_id") WHERE value_bytes > 0;--> statement-breakpoint
CREATE INDEX "overrides_with_values" ON "overrides" USING btree ("record_id") WHERE value is not null;