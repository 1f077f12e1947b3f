CREATE TABLE "flag_schedules" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"flag_id" text,
	"group_flag_id" text,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"schedule_id" text NOT NULL,
	"position" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"change" jsonb NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"reason" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp (3) with time zone,
	CONSTRAINT "scheduled_changes_position" UNIQUE("schedule_id","position")
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "scheduled_change_id" text;--> statement-breakpoint
ALTER TABLE "flag_schedules" ADD CONSTRAINT "flag_schedules_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_schedules" ADD CONSTRAINT "flag_schedules_group_flag_id_group_flags_id_fk" FOREIGN KEY ("group_flag_id") REFERENCES "public"."group_flags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_schedules" ADD CONSTRAINT "flag_schedules_flags_id_fk" FOREIGN KEY ("project_id","flag_id") REFERENCES "public"."flags"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_changes" ADD CONSTRAINT "scheduled_changes_schedule_id_flag_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."flag_schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flag_schedules_project_id_flag_id_created_at_id_index" ON "flag_schedules" USING btree ("project_id","flag_id","created_at","id");--> statement-breakpoint
CREATE INDEX "flag_schedules_group_flag_id_created_at_id_index" ON "flag_schedules" USING btree ("group_flag_id","created_at","id");--> statement-breakpoint
CREATE INDEX "scheduled_changes_due" ON "scheduled_changes" USING btree ("at") WHERE "scheduled_changes"."state" = 'pending';