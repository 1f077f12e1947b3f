CREATE TABLE "release_email_retries" (
	"release_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"status" text NOT NULL,
	"attempts" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "release_email_retries" ADD CONSTRAINT "release_email_retries_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "release_email_retries_due_at_index" ON "release_email_retries" USING btree ("due_at");