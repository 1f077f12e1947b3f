-- What evaluations answer has numbers of its own: `answers` for what counts in all environments of a project, and
-- `answers <id>` for what counts in one. Unlike `flags` they rise with records and overrides, and not with what nobody is
-- answered, such as the description of a flag.
CREATE OR REPLACE FUNCTION "begin_project_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.project_versions (project_id, what, version, complete_since, changed_ids, changed_in)
	SELECT id, what, number, number, '{}', '{}'
	FROM (
		SELECT each.id, each.what, nextval('public.project_version_numbers') AS number
		FROM (
			SELECT added.id, kinds.what FROM added CROSS JOIN (VALUES ('mocks'), ('flags'), ('answers')) AS kinds (what)
			UNION ALL
			-- A restore may have brought them before their project.
			SELECT added.id, 'answers ' || environments.id
			FROM added JOIN public.environments ON environments.project_id = added.id
		) AS each
	) AS numbered
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "begin_answers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.project_versions (project_id, what, version, complete_since, changed_ids, changed_in)
	SELECT project_id, 'answers ' || id, number, number, '{}', '{}'
	FROM (
		SELECT added.project_id, added.id, nextval('public.project_version_numbers') AS number
		FROM added JOIN public.projects ON projects.id = added.project_id
	) AS numbered
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "begin_answers" AFTER INSERT ON "environments" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION begin_answers();
--> statement-breakpoint
INSERT INTO "project_versions" (project_id, what, version, complete_since, changed_ids, changed_in)
SELECT project_id, what, number, number, '{}', '{}'
FROM (
	SELECT each.project_id, each.what, nextval('project_version_numbers') AS number
	FROM (
		SELECT id AS project_id, 'answers' AS what FROM projects
		UNION ALL
		SELECT project_id, 'answers ' || id FROM environments
	) AS each
) AS numbered;
--> statement-breakpoint
-- As before; and the number of an environment goes with it. Here, in the order of all numbers: deleted by the statement, it
-- would be locked until the end of the transaction, and make a deadlock with another that changes several.
CREATE OR REPLACE FUNCTION "settle_project_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
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
		IF starts_with(change.what, 'answers ')
			AND NOT EXISTS (SELECT FROM public.environments WHERE id = substr(change.what, 9)) THEN
			DELETE FROM public.project_versions WHERE project_id = change.project_id AND what = change.what;
			CONTINUE;
		END IF;
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
-- A new environment answers nobody differently, and one that changes may be the default now.
CREATE FUNCTION "note_answers_of_environments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		INSERT INTO public.project_changes SELECT project_id, 'answers ' || id FROM gone;
	ELSE
		INSERT INTO public.project_changes
		SELECT DISTINCT project_id, 'answers' FROM (
			(SELECT project_id, id, key, name, is_default FROM added
			EXCEPT SELECT project_id, id, key, name, is_default FROM gone)
		) AS differing;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Groups and segments are few. Flags, records and overrides that go with a group are noted by it.
CREATE FUNCTION "note_answers_of_groups"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	CASE TG_OP
	WHEN 'INSERT' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'answers' FROM added;
	WHEN 'DELETE' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'answers' FROM gone;
	ELSE
		INSERT INTO public.project_changes
		SELECT DISTINCT project_id, 'answers' FROM (
			(SELECT project_id, id, key, prefix FROM added EXCEPT SELECT project_id, id, key, prefix FROM gone)
			UNION ALL
			(SELECT project_id, id, key, prefix FROM gone EXCEPT SELECT project_id, id, key, prefix FROM added)
		) AS differing;
	END CASE;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "note_answers_of_segments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	CASE TG_OP
	WHEN 'INSERT' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'answers' FROM added;
	WHEN 'DELETE' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'answers' FROM gone;
	ELSE
		INSERT INTO public.project_changes
		SELECT DISTINCT project_id, 'answers' FROM (
			SELECT project_id, key, match, conditions::text AS said FROM added
			EXCEPT SELECT project_id, key, match, conditions::text AS said FROM gone
		) AS differing;
	END CASE;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "note_answers_of_flags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	CASE TG_OP
	WHEN 'INSERT' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'answers ' || environment_id FROM added;
	WHEN 'DELETE' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'answers ' || environment_id FROM gone;
	ELSE
		INSERT INTO public.project_changes
		SELECT DISTINCT project_id, 'answers ' || environment_id FROM (
			(SELECT project_id, id, environment_id, key, enabled, rollout, rollout_basis_points, type, "values"::text AS said, variants::text AS varied, salt FROM added
			EXCEPT SELECT project_id, id, environment_id, key, enabled, rollout, rollout_basis_points, type, "values"::text AS said, variants::text AS varied, salt FROM gone)
			UNION ALL
			(SELECT project_id, id, environment_id, key, enabled, rollout, rollout_basis_points, type, "values"::text AS said, variants::text AS varied, salt FROM gone
			EXCEPT SELECT project_id, id, environment_id, key, enabled, rollout, rollout_basis_points, type, "values"::text AS said, variants::text AS varied, salt FROM added)
		) AS differing;
	END CASE;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "note_answers_of_group_flags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	CASE TG_OP
	WHEN 'INSERT' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'answers'
		FROM public.flag_groups WHERE id IN (SELECT group_id FROM added);
	WHEN 'DELETE' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'answers'
		FROM public.flag_groups WHERE id IN (SELECT group_id FROM gone);
	ELSE
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'answers'
		FROM public.flag_groups WHERE id IN (
			SELECT group_id FROM (
				(SELECT id, group_id, key, default_enabled, default_percentage, rollout_basis_points, type, "values"::text AS said, variants::text AS varied, rules::text AS ruled, prerequisites::text AS needed, salt FROM added
				EXCEPT SELECT id, group_id, key, default_enabled, default_percentage, rollout_basis_points, type, "values"::text AS said, variants::text AS varied, rules::text AS ruled, prerequisites::text AS needed, salt FROM gone)
				UNION ALL
				(SELECT id, group_id, key, default_enabled, default_percentage, rollout_basis_points, type, "values"::text AS said, variants::text AS varied, rules::text AS ruled, prerequisites::text AS needed, salt FROM gone
				EXCEPT SELECT id, group_id, key, default_enabled, default_percentage, rollout_basis_points, type, "values"::text AS said, variants::text AS varied, rules::text AS ruled, prerequisites::text AS needed, salt FROM added)
			) AS differing
		);
	END CASE;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- What people call a record decides nothing.
CREATE FUNCTION "note_answers_of_records"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	CASE TG_OP
	WHEN 'INSERT' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'answers' FROM added;
	WHEN 'DELETE' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'answers' FROM gone;
	ELSE
		INSERT INTO public.project_changes
		SELECT DISTINCT project_id, 'answers' FROM (
			(SELECT project_id, id, group_id, metadata::text AS said FROM added
			EXCEPT SELECT project_id, id, group_id, metadata::text AS said FROM gone)
			UNION ALL
			(SELECT project_id, id, group_id, metadata::text AS said FROM gone
			EXCEPT SELECT project_id, id, group_id, metadata::text AS said FROM added)
		) AS differing;
	END CASE;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Overrides know their project by their environment. Where that goes, too, nobody is answered there any more.
CREATE FUNCTION "note_answers_of_overrides"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	CASE TG_OP
	WHEN 'INSERT' THEN
		INSERT INTO public.project_changes SELECT project_id, 'answers ' || id
		FROM public.environments WHERE id IN (SELECT environment_id FROM added);
	WHEN 'DELETE' THEN
		INSERT INTO public.project_changes SELECT project_id, 'answers ' || id
		FROM public.environments WHERE id IN (SELECT environment_id FROM gone);
	ELSE
		INSERT INTO public.project_changes SELECT project_id, 'answers ' || id
		FROM public.environments WHERE id IN (
			SELECT environment_id FROM (
				SELECT record_id, group_flag_id, environment_id, enabled, rollout, rollout_basis_points, value::text AS said FROM added
				EXCEPT SELECT record_id, group_flag_id, environment_id, enabled, rollout, rollout_basis_points, value::text AS said FROM gone
			) AS differing
		);
	END CASE;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_update" AFTER UPDATE ON "environments" REFERENCING OLD TABLE AS gone NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_environments();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_delete" AFTER DELETE ON "environments" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_environments();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_insert" AFTER INSERT ON "flag_groups" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_groups();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_update" AFTER UPDATE ON "flag_groups" REFERENCING OLD TABLE AS gone NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_groups();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_delete" AFTER DELETE ON "flag_groups" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_groups();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_insert" AFTER INSERT ON "segments" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_segments();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_update" AFTER UPDATE ON "segments" REFERENCING OLD TABLE AS gone NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_segments();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_delete" AFTER DELETE ON "segments" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_segments();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_insert" AFTER INSERT ON "flags" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_flags();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_update" AFTER UPDATE ON "flags" REFERENCING OLD TABLE AS gone NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_flags();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_delete" AFTER DELETE ON "flags" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_flags();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_insert" AFTER INSERT ON "group_flags" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_group_flags();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_update" AFTER UPDATE ON "group_flags" REFERENCING OLD TABLE AS gone NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_group_flags();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_delete" AFTER DELETE ON "group_flags" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_group_flags();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_insert" AFTER INSERT ON "records" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_records();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_update" AFTER UPDATE ON "records" REFERENCING OLD TABLE AS gone NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_records();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_delete" AFTER DELETE ON "records" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_records();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_insert" AFTER INSERT ON "overrides" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_overrides();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_update" AFTER UPDATE ON "overrides" REFERENCING OLD TABLE AS gone NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_overrides();
--> statement-breakpoint
CREATE TRIGGER "note_answers_of_delete" AFTER DELETE ON "overrides" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_answers_of_overrides();
--> statement-breakpoint
CREATE TRIGGER "note_truncate" AFTER TRUNCATE ON "records" FOR EACH STATEMENT EXECUTE FUNCTION note_truncation();
--> statement-breakpoint
CREATE TRIGGER "note_truncate" AFTER TRUNCATE ON "overrides" FOR EACH STATEMENT EXECUTE FUNCTION note_truncation();
