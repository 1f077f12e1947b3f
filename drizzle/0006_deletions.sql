CREATE TABLE "deleted_rows" (
	"deletion_id" uuid NOT NULL,
	"table_name" text NOT NULL,
	"position" integer NOT NULL,
	"rows" json NOT NULL,
	"content" "bytea",
	CONSTRAINT "deleted_rows_deletion_id_table_name_position_pk" PRIMARY KEY("deletion_id","table_name","position")
);
--> statement-breakpoint
CREATE TABLE "deletions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"name" text NOT NULL,
	"deleted_by" text NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"undoable_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deleted_rows" ADD CONSTRAINT "deleted_rows_deletion_id_deletions_id_fk" FOREIGN KEY ("deletion_id") REFERENCES "public"."deletions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletions" ADD CONSTRAINT "deletions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deletions_project_id_deleted_at_id_index" ON "deletions" USING btree ("project_id","deleted_at","id");--> statement-breakpoint
CREATE INDEX "deletions_undoable_until_index" ON "deletions" USING btree ("undoable_until");--> statement-breakpoint
-- Kept for seconds: compressing it would cost more than the room.
ALTER TABLE "deleted_rows" ALTER COLUMN "content" SET STORAGE EXTERNAL;
