CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"project_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"actor_name" text NOT NULL,
	"client_address" text,
	"user_agent" text,
	"operation" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text,
	"subject_name" text NOT NULL,
	"before" json,
	"after" json,
	"bytes" integer NOT NULL,
	"request_id" text
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_team_id_at_id_index" ON "audit_entries" USING btree ("team_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_project_id_at_id_index" ON "audit_entries" USING btree ("project_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_project_id_subject_kind_subject_id_at_id_index" ON "audit_entries" USING btree ("project_id","subject_kind","subject_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_at_index" ON "audit_entries" USING btree ("at");