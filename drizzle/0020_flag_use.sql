CREATE TABLE "flag_use_counts" (
	"use_id" bigint NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "flag_use_counts_use_id_start_pk" PRIMARY KEY("use_id","start")
);
--> statement-breakpoint
CREATE TABLE "flag_uses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "flag_uses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"flag_id" text NOT NULL,
	"environment_id" text NOT NULL,
	"answer" text NOT NULL,
	"last_evaluated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "flag_uses_answer" UNIQUE("project_id","kind","flag_id","environment_id","answer")
);
--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "owner_id" text;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "counted_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "owner_id" text;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "counted_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "flag_use_counts" ADD CONSTRAINT "flag_use_counts_use_id_flag_uses_id_fk" FOREIGN KEY ("use_id") REFERENCES "public"."flag_uses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_uses" ADD CONSTRAINT "flag_uses_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flag_use_counts_start_index" ON "flag_use_counts" USING btree ("start");--> statement-breakpoint
-- Nobody knows for longer than since the last change of anything.
UPDATE "flags" SET decided_at = updated_at WHERE updated_at > created_at;
--> statement-breakpoint
UPDATE "group_flags" SET decided_at = updated_at WHERE updated_at > created_at;
--> statement-breakpoint
-- Whatever else decides what people get belongs here, too.
CREATE FUNCTION "date_decision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.decided_at := now();
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "date_decision" BEFORE UPDATE ON "flags" FOR EACH ROW WHEN (
	(OLD.key, OLD.enabled, OLD.rollout, OLD.rollout_basis_points, OLD."values"::text, OLD.variants::text)
	IS DISTINCT FROM (NEW.key, NEW.enabled, NEW.rollout, NEW.rollout_basis_points, NEW."values"::text, NEW.variants::text)
) EXECUTE FUNCTION date_decision();
--> statement-breakpoint
CREATE TRIGGER "date_decision" BEFORE UPDATE ON "group_flags" FOR EACH ROW WHEN (
	(OLD.key, OLD.default_enabled, OLD.default_percentage, OLD.rollout_basis_points, OLD."values"::text, OLD.variants::text,
	OLD.rules::text, OLD.prerequisites::text)
	IS DISTINCT FROM
	(NEW.key, NEW.default_enabled, NEW.default_percentage, NEW.rollout_basis_points, NEW."values"::text, NEW.variants::text,
	NEW.rules::text, NEW.prerequisites::text)
) EXECUTE FUNCTION date_decision();
