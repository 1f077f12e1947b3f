CREATE TABLE "outbox_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"attachments" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"release_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"release_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"state" text NOT NULL,
	"detail" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "release_deliveries_once" UNIQUE("release_id","revision","channel","recipient")
);
--> statement-breakpoint
CREATE TABLE "release_revisions" (
	"release_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"origin" text NOT NULL,
	"author" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "release_revisions_release_id_number_pk" PRIMARY KEY("release_id","number")
);
--> statement-breakpoint
CREATE TABLE "release_settings" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"slack_webhook_url" text,
	"slack_tail" text,
	"email_recipients" json NOT NULL,
	"repo_urls" json NOT NULL,
	"audience" text NOT NULL,
	"changelog" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"status" text NOT NULL,
	"from_date" timestamp (3) with time zone NOT NULL,
	"to_date" timestamp (3) with time zone NOT NULL,
	"repo_urls" json NOT NULL,
	"commit_count" integer NOT NULL,
	"error_message" text,
	"published_at" timestamp (3) with time zone,
	"generated_by" text,
	"revision" integer NOT NULL,
	"commits" json NOT NULL,
	"progress" json,
	"attempt" integer NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"deadline_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "release_attachments" ADD CONSTRAINT "release_attachments_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_deliveries" ADD CONSTRAINT "release_deliveries_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_revisions" ADD CONSTRAINT "release_revisions_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_settings" ADD CONSTRAINT "release_settings_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_mails_created_at_index" ON "outbox_mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "release_attachments_release_id_created_at_id_index" ON "release_attachments" USING btree ("release_id","created_at","id");--> statement-breakpoint
CREATE INDEX "releases_project_id_created_at_id_index" ON "releases" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "releases_waiting" ON "releases" USING btree ("status","lease_until");