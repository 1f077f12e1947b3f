-- Ids of flags are texts, and say which kind they are of.
ALTER TABLE "project_changes" ALTER COLUMN "ids" SET DATA TYPE text[];--> statement-breakpoint
ALTER TABLE "project_versions" ALTER COLUMN "changed_ids" SET DATA TYPE text[];--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_mocks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	CASE TG_OP
	WHEN 'INSERT' THEN
		INSERT INTO public.project_changes
		SELECT project_id, 'mocks', CASE WHEN count(*) <= 64 THEN array_agg(id::text) END FROM added GROUP BY project_id;
	WHEN 'DELETE' THEN
		INSERT INTO public.project_changes
		SELECT project_id, 'mocks', CASE WHEN count(*) <= 64 THEN array_agg(id::text) END FROM gone GROUP BY project_id;
	ELSE
		INSERT INTO public.project_changes
		SELECT project_id, 'mocks', CASE WHEN count(*) <= 64 THEN array_agg(id::text) END
		FROM (SELECT project_id, id FROM added UNION SELECT project_id, id FROM gone) AS touched GROUP BY project_id;
	END CASE;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Environments and groups are few, and read all at once. With one that goes or moves, so do flags that nobody else notes.
CREATE OR REPLACE FUNCTION "note_parts_of_flags"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	moved boolean;
BEGIN
	CASE TG_OP
	WHEN 'INSERT' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'flags', ARRAY['parts'] FROM added;
	WHEN 'DELETE' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'flags' FROM gone;
	ELSE
		moved := EXISTS (SELECT id, project_id FROM gone EXCEPT SELECT id, project_id FROM added);
		INSERT INTO public.project_changes
		SELECT project_id, 'flags', CASE WHEN NOT moved THEN ARRAY['parts'] END
		FROM (SELECT project_id FROM added UNION SELECT project_id FROM gone) AS touched;
	END CASE;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "note_flags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO public.project_changes
		SELECT project_id, 'flags', CASE WHEN count(*) <= 64 THEN array_agg('flag:' || id) END
		FROM added GROUP BY project_id;
	ELSE
		INSERT INTO public.project_changes
		SELECT project_id, 'flags', CASE WHEN count(*) <= 64 THEN array_agg('flag:' || id) END
		FROM gone GROUP BY project_id;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_changed_flags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.project_changes
	SELECT project_id, 'flags', CASE WHEN count(*) <= 64 THEN array_agg('flag:' || id) END FROM (
		SELECT DISTINCT project_id, id FROM (
			(SELECT project_id, id, environment_id, name, key, enabled, rollout, salt, created_at, updated_at FROM added
			EXCEPT SELECT project_id, id, environment_id, name, key, enabled, rollout, salt, created_at, updated_at FROM gone)
			UNION ALL
			(SELECT project_id, id, environment_id, name, key, enabled, rollout, salt, created_at, updated_at FROM gone
			EXCEPT SELECT project_id, id, environment_id, name, key, enabled, rollout, salt, created_at, updated_at FROM added)
		) AS differing
	) AS changed GROUP BY project_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Where their group goes too, the group's own trigger has its project.
CREATE OR REPLACE FUNCTION "note_group_flags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO public.project_changes
		SELECT flag_groups.project_id, 'flags', CASE WHEN count(*) <= 64 THEN array_agg('group flag:' || added.id) END
		FROM added JOIN public.flag_groups ON flag_groups.id = added.group_id GROUP BY flag_groups.project_id;
	END IF;
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO public.project_changes
		SELECT flag_groups.project_id, 'flags', CASE WHEN count(*) <= 64 THEN array_agg('group flag:' || gone.id) END
		FROM gone JOIN public.flag_groups ON flag_groups.id = gone.group_id GROUP BY flag_groups.project_id;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER "note_insert" ON "flags";--> statement-breakpoint
CREATE TRIGGER "note_insert" AFTER INSERT ON "flags" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_flags();
--> statement-breakpoint
DROP TRIGGER "note_delete" ON "flags";--> statement-breakpoint
CREATE TRIGGER "note_delete" AFTER DELETE ON "flags" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_flags();
