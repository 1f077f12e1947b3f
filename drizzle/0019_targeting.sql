CREATE TABLE "segments" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"description" text,
	"match" text NOT NULL,
	"conditions" json NOT NULL,
	"rule_bytes" integer GENERATED ALWAYS AS (octet_length(conditions::text)) STORED NOT NULL,
	"text_searches" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "segments_key" UNIQUE("project_id","key")
);
--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "rules" json;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "prerequisites" json;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "rule_bytes" integer GENERATED ALWAYS AS (coalesce(octet_length(rules::text), 0) + coalesce(octet_length(prerequisites::text), 0)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "text_searches" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "segments_project_id_created_at_id_index" ON "segments" USING btree ("project_id","created_at","id");--> statement-breakpoint
-- Segments are few, and read all at once with environments and groups.
CREATE TRIGGER "note_insert" AFTER INSERT ON "segments" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_parts_of_flags();
--> statement-breakpoint
CREATE TRIGGER "note_update" AFTER UPDATE ON "segments" REFERENCING OLD TABLE AS gone NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_parts_of_flags();
--> statement-breakpoint
CREATE TRIGGER "note_delete" AFTER DELETE ON "segments" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_parts_of_flags();
--> statement-breakpoint
CREATE TRIGGER "note_truncate" AFTER TRUNCATE ON "segments" FOR EACH STATEMENT EXECUTE FUNCTION note_truncation();
