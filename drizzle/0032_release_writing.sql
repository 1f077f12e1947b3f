ALTER TABLE "release_revisions" ADD COLUMN "writer_id" text;--> statement-breakpoint
ALTER TABLE "release_revisions" ADD COLUMN "written_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "publisher_kind" text;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "publisher_id" text;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "publisher_name" text;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "publish_problem" text;--> statement-breakpoint
CREATE INDEX "releases_to_publish" ON "releases" USING btree ("publish_at") WHERE "releases"."publish_at" is not null;