ALTER TABLE "flags" ADD COLUMN "rollout_basis_points" integer;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "type" text DEFAULT 'boolean' NOT NULL;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "values" json;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "variants" json;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "value_bytes" integer GENERATED ALWAYS AS (coalesce(octet_length("values"::text), 0) + coalesce(octet_length(variants::text), 0)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "rollout_basis_points" integer;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "type" text DEFAULT 'boolean' NOT NULL;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "values" json;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "variants" json;--> statement-breakpoint
ALTER TABLE "group_flags" ADD COLUMN "value_bytes" integer GENERATED ALWAYS AS (coalesce(octet_length("values"::text), 0) + coalesce(octet_length(variants::text), 0)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "overrides" ADD COLUMN "rollout_basis_points" integer;--> statement-breakpoint
ALTER TABLE "overrides" ADD COLUMN "value" json;--> statement-breakpoint
CREATE INDEX "flags_with_values" ON "flags" USING btree ("project_id") WHERE value_bytes > 0;--> statement-breakpoint
CREATE INDEX "overrides_with_values" ON "overrides" USING btree ("record_id") WHERE value is not null;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_changed_flags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.project_changes
	SELECT project_id, 'flags', CASE WHEN count(*) <= 64 THEN array_agg('flag:' || id) END FROM (
		SELECT DISTINCT project_id, id FROM (
			(SELECT project_id, id, environment_id, name, key, enabled, rollout, rollout_basis_points, type, "values"::text AS said, variants::text AS varied, salt, created_at, updated_at FROM added
			EXCEPT SELECT project_id, id, environment_id, name, key, enabled, rollout, rollout_basis_points, type, "values"::text AS said, variants::text AS varied, salt, created_at, updated_at FROM gone)
			UNION ALL
			(SELECT project_id, id, environment_id, name, key, enabled, rollout, rollout_basis_points, type, "values"::text AS said, variants::text AS varied, salt, created_at, updated_at FROM gone
			EXCEPT SELECT project_id, id, environment_id, name, key, enabled, rollout, rollout_basis_points, type, "values"::text AS said, variants::text AS varied, salt, created_at, updated_at FROM added)
		) AS differing
	) AS changed GROUP BY project_id;
	RETURN NULL;
END $$;
