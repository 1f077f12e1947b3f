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
ALTER TABLE "release_settings" ADD COLUMN "github_token" text;--> statement-breakpoint
ALTER TABLE "release_settings" ADD COLUMN "github_token_tail" text;--> statement-breakpoint
ALTER TABLE "release_settings" ADD COLUMN "gitlab_token" text;--> statement-breakpoint
ALTER TABLE "release_settings" ADD COLUMN "gitlab_token_tail" text;--> statement-breakpoint
ALTER TABLE "release_recipients" ADD CONSTRAINT "release_recipients_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_turns" ADD CONSTRAINT "release_turns_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;