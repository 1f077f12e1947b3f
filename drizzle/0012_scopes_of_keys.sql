ALTER TABLE "api_keys" ADD COLUMN "scope" text DEFAULT 'admin' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "environment_id" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "origins" json;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_from" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_agent" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "api_keys" SET "updated_at" = "created_at";--> statement-breakpoint
ALTER TABLE "api_keys" ALTER COLUMN "updated_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "api_keys_environment_id_index" ON "api_keys" USING btree ("environment_id");