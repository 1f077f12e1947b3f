ALTER TABLE "flags" ADD COLUMN "value_schema" json;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "schema_bytes" integer GENERATED ALWAYS AS (coalesce(octet_length(value_schema::text), 0)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "value_schema" json;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "schema_bytes" integer GENERATED ALWAYS AS (coalesce(octet_length(value_schema::text), 0)) STORED NOT NULL;