-- Empty whenever nothing is going on: nothing is lost with it.
CREATE UNLOGGED TABLE "project_changes" (
	"project_id" uuid NOT NULL,
	"what" text NOT NULL,
	"ids" uuid[]
);
--> statement-breakpoint
CREATE TABLE "project_versions" (
	"project_id" uuid NOT NULL,
	"what" text NOT NULL,
	"version" bigint NOT NULL,
	"complete_since" bigint NOT NULL,
	"changed_ids" uuid[] NOT NULL,
	"changed_in" bigint[] NOT NULL,
	CONSTRAINT "project_versions_project_id_what_pk" PRIMARY KEY("project_id","what")
);
--> statement-breakpoint
ALTER TABLE "project_versions" ADD CONSTRAINT "project_versions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Not +1, so that a project that is deleted and made again never has an old number.
CREATE SEQUENCE "project_version_numbers";
--> statement-breakpoint
CREATE FUNCTION "begin_project_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.project_versions (project_id, what, version, complete_since, changed_ids, changed_in)
	SELECT id, what, number, number, '{}', '{}'
	FROM (
		SELECT added.id, kinds.what, nextval('public.project_version_numbers') AS number
		FROM added CROSS JOIN (VALUES ('mocks'), ('flags')) AS kinds (what)
	) AS numbered
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "begin_versions" AFTER INSERT ON "projects" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION begin_project_versions();
--> statement-breakpoint
INSERT INTO "project_versions" (project_id, what, version, complete_since, changed_ids, changed_in)
SELECT id, what, number, number, '{}', '{}'
FROM (
	SELECT projects.id, kinds.what, nextval('project_version_numbers') AS number
	FROM projects CROSS JOIN (VALUES ('mocks'), ('flags')) AS kinds (what)
) AS numbered;
--> statement-breakpoint
-- Runs when a transaction commits, and does at its first call what all of them are for. So the lock of a version is held
-- for no longer than a commit takes; taken by each statement, it would last until the end of the transaction, and make a
-- deadlock of any two that touch rows in different orders. Only existing versions change: those of a project that is
-- being deleted are gone by then.
CREATE FUNCTION "settle_project_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	change record;
	held record;
	number bigint;
	excess integer;
BEGIN
	FOR change IN
		-- Only this transaction's rows are visible.
		WITH own AS (DELETE FROM public.project_changes RETURNING *)
		SELECT own.project_id, own.what, bool_or(own.ids IS NULL) AS of_all,
			coalesce(array_agg(DISTINCT each.id) FILTER (WHERE each.id IS NOT NULL), '{}') AS ids
		FROM own LEFT JOIN LATERAL unnest(own.ids) AS each (id) ON true
		GROUP BY own.project_id, own.what
		ORDER BY own.project_id, own.what
	LOOP
		SELECT complete_since, changed_ids, changed_in INTO held FROM public.project_versions
		WHERE project_id = change.project_id AND what = change.what
		FOR NO KEY UPDATE;
		CONTINUE WHEN NOT FOUND;
		-- Under the lock, so that numbers rise in the order of commits.
		number := nextval('public.project_version_numbers');
		IF change.of_all THEN
			held.complete_since := number;
			held.changed_ids := '{}';
			held.changed_in := '{}';
		ELSE
			held.changed_ids := held.changed_ids || change.ids;
			held.changed_in := held.changed_in || array_fill(number, ARRAY[cardinality(change.ids)]);
			excess := cardinality(held.changed_ids) - 64;
			IF excess > 0 THEN
				held.complete_since := held.changed_in[excess];
				held.changed_ids := held.changed_ids[excess + 1:];
				held.changed_in := held.changed_in[excess + 1:];
			END IF;
		END IF;
		UPDATE public.project_versions
		SET version = number, complete_since = held.complete_since, changed_ids = held.changed_ids,
			changed_in = held.changed_in
		WHERE project_id = change.project_id AND what = change.what;
	END LOOP;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "settle_changes" AFTER INSERT ON "project_changes" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION settle_project_changes();
--> statement-breakpoint
CREATE FUNCTION "note_mocks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	CASE TG_OP
	WHEN 'INSERT' THEN
		INSERT INTO public.project_changes
		SELECT project_id, 'mocks', CASE WHEN count(*) <= 64 THEN array_agg(id) END FROM added GROUP BY project_id;
	WHEN 'DELETE' THEN
		INSERT INTO public.project_changes
		SELECT project_id, 'mocks', CASE WHEN count(*) <= 64 THEN array_agg(id) END FROM gone GROUP BY project_id;
	ELSE
		INSERT INTO public.project_changes
		SELECT project_id, 'mocks', CASE WHEN count(*) <= 64 THEN array_agg(id) END
		FROM (SELECT project_id, id FROM added UNION SELECT project_id, id FROM gone) AS touched GROUP BY project_id;
	END CASE;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- For every table of the flags that has its project's id.
CREATE FUNCTION "note_parts_of_flags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'flags' FROM added;
	END IF;
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'flags' FROM gone;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- The roll of each minute writes only `rolled_on` and `rolled_at`, and changes nothing that is remembered.
CREATE FUNCTION "note_changed_flags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.project_changes
	SELECT DISTINCT project_id, 'flags' FROM (
		(SELECT project_id, id, environment_id, name, key, enabled, rollout, salt, created_at, updated_at FROM added
		EXCEPT SELECT project_id, id, environment_id, name, key, enabled, rollout, salt, created_at, updated_at FROM gone)
		UNION ALL
		(SELECT project_id, id, environment_id, name, key, enabled, rollout, salt, created_at, updated_at FROM gone
		EXCEPT SELECT project_id, id, environment_id, name, key, enabled, rollout, salt, created_at, updated_at FROM added)
	) AS differing;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Where their group goes too, the group's own trigger has its project.
CREATE FUNCTION "note_group_flags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'flags'
		FROM public.flag_groups WHERE id IN (SELECT group_id FROM added);
	END IF;
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'flags'
		FROM public.flag_groups WHERE id IN (SELECT group_id FROM gone);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "note_truncation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.project_changes SELECT project_id, what FROM public.project_versions;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "note_insert" AFTER INSERT ON "mocks" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_mocks();
--> statement-breakpoint
CREATE TRIGGER "note_update" AFTER UPDATE ON "mocks" REFERENCING OLD TABLE AS gone NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_mocks();
--> statement-breakpoint
CREATE TRIGGER "note_delete" AFTER DELETE ON "mocks" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_mocks();
--> statement-breakpoint
CREATE TRIGGER "note_truncate" AFTER TRUNCATE ON "mocks" FOR EACH STATEMENT EXECUTE FUNCTION note_truncation();
--> statement-breakpoint
CREATE TRIGGER "note_insert" AFTER INSERT ON "environments" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_parts_of_flags();
--> statement-breakpoint
CREATE TRIGGER "note_update" AFTER UPDATE ON "environments" REFERENCING OLD TABLE AS gone NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_parts_of_flags();
--> statement-breakpoint
CREATE TRIGGER "note_delete" AFTER DELETE ON "environments" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_parts_of_flags();
--> statement-breakpoint
CREATE TRIGGER "note_truncate" AFTER TRUNCATE ON "environments" FOR EACH STATEMENT EXECUTE FUNCTION note_truncation();
--> statement-breakpoint
CREATE TRIGGER "note_insert" AFTER INSERT ON "flag_groups" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_parts_of_flags();
--> statement-breakpoint
CREATE TRIGGER "note_update" AFTER UPDATE ON "flag_groups" REFERENCING OLD TABLE AS gone NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_parts_of_flags();
--> statement-breakpoint
CREATE TRIGGER "note_delete" AFTER DELETE ON "flag_groups" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_parts_of_flags();
--> statement-breakpoint
CREATE TRIGGER "note_truncate" AFTER TRUNCATE ON "flag_groups" FOR EACH STATEMENT EXECUTE FUNCTION note_truncation();
--> statement-breakpoint
CREATE TRIGGER "note_insert" AFTER INSERT ON "flags" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_parts_of_flags();
--> statement-breakpoint
CREATE TRIGGER "note_update" AFTER UPDATE ON "flags" REFERENCING OLD TABLE AS gone NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_changed_flags();
--> statement-breakpoint
CREATE TRIGGER "note_delete" AFTER DELETE ON "flags" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_parts_of_flags();
--> statement-breakpoint
CREATE TRIGGER "note_truncate" AFTER TRUNCATE ON "flags" FOR EACH STATEMENT EXECUTE FUNCTION note_truncation();
--> statement-breakpoint
CREATE TRIGGER "note_insert" AFTER INSERT ON "group_flags" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_group_flags();
--> statement-breakpoint
CREATE TRIGGER "note_update" AFTER UPDATE ON "group_flags" REFERENCING OLD TABLE AS gone NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_group_flags();
--> statement-breakpoint
CREATE TRIGGER "note_delete" AFTER DELETE ON "group_flags" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_group_flags();
--> statement-breakpoint
CREATE TRIGGER "note_truncate" AFTER TRUNCATE ON "group_flags" FOR EACH STATEMENT EXECUTE FUNCTION note_truncation();
