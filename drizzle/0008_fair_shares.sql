CREATE TABLE "sign_in_places" (
	"user_id" text NOT NULL,
	"place" text NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_places_user_id_place_pk" PRIMARY KEY("user_id","place")
);
--> statement-breakpoint
CREATE TABLE "release_html" (
	"release_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"version" integer NOT NULL,
	"html" text NOT NULL,
	"bytes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_recipients" (
	"project_id" uuid NOT NULL,
	"address" text NOT NULL,
	"state" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "release_recipients_project_id_address_pk" PRIMARY KEY("project_id","address")
);
--> statement-breakpoint
CREATE TABLE "release_turns" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "release_settings" ADD COLUMN "github_token" text;--> statement-breakpoint
ALTER TABLE "release_settings" ADD COLUMN "github_token_tail" text;--> statement-breakpoint
ALTER TABLE "release_settings" ADD COLUMN "gitlab_token" text;--> statement-breakpoint
ALTER TABLE "release_settings" ADD COLUMN "gitlab_token_tail" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "sign_in_places" ADD CONSTRAINT "sign_in_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_html" ADD CONSTRAINT "release_html_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_recipients" ADD CONSTRAINT "release_recipients_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_turns" ADD CONSTRAINT "release_turns_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_places_used_at_index" ON "sign_in_places" USING btree ("used_at");--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_created_by_index" ON "api_keys" USING btree ("created_by");