CREATE TABLE "release_logos" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"content_type" text NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "release_recipients" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "release_recipients" ADD COLUMN "subscribed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "release_settings" ADD COLUMN "accent_color" text;--> statement-breakpoint
ALTER TABLE "release_settings" ADD COLUMN "subscriptions" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "release_logos" ADD CONSTRAINT "release_logos_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "release_subscribers" ON "release_recipients" USING btree ("project_id","subscribed_at","address");--> statement-breakpoint
-- What a public page shows has a number too: `releases`. It rises with published releases, their settings and the logo,
-- and not with drafts, whose progress is written all the time.
CREATE OR REPLACE FUNCTION "begin_project_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.project_versions (project_id, what, version, complete_since, changed_ids, changed_in)
	SELECT id, what, number, number, '{}', '{}'
	FROM (
		SELECT each.id, each.what, nextval('public.project_version_numbers') AS number
		FROM (
			SELECT added.id, kinds.what
			FROM added CROSS JOIN (VALUES ('mocks'), ('flags'), ('answers'), ('releases')) AS kinds (what)
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
INSERT INTO "project_versions" (project_id, what, version, complete_since, changed_ids, changed_in)
SELECT project_id, 'releases', number, number, '{}', '{}'
FROM (SELECT id AS project_id, nextval('project_version_numbers') AS number FROM projects) AS numbered
ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE FUNCTION "note_published"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'releases' FROM added WHERE status = 'published';
	END IF;
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'releases' FROM gone WHERE status = 'published';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "note_added_releases" AFTER INSERT ON "releases" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_published();
--> statement-breakpoint
CREATE TRIGGER "note_changed_releases" AFTER UPDATE ON "releases" REFERENCING NEW TABLE AS added OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_published();
--> statement-breakpoint
CREATE TRIGGER "note_gone_releases" AFTER DELETE ON "releases" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_published();
--> statement-breakpoint
-- For the tables of which a project has one row that its public page shows.
CREATE FUNCTION "note_public_page"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'releases' FROM added;
	END IF;
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO public.project_changes SELECT DISTINCT project_id, 'releases' FROM gone;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "note_added_settings" AFTER INSERT ON "release_settings" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_public_page();
--> statement-breakpoint
CREATE TRIGGER "note_changed_settings" AFTER UPDATE ON "release_settings" REFERENCING NEW TABLE AS added OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_public_page();
--> statement-breakpoint
CREATE TRIGGER "note_gone_settings" AFTER DELETE ON "release_settings" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_public_page();
--> statement-breakpoint
CREATE TRIGGER "note_added_logos" AFTER INSERT ON "release_logos" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_public_page();
--> statement-breakpoint
CREATE TRIGGER "note_changed_logos" AFTER UPDATE ON "release_logos" REFERENCING NEW TABLE AS added OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_public_page();
--> statement-breakpoint
CREATE TRIGGER "note_gone_logos" AFTER DELETE ON "release_logos" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_public_page();
--> statement-breakpoint
CREATE TRIGGER "note_truncate" AFTER TRUNCATE ON "releases" FOR EACH STATEMENT EXECUTE FUNCTION note_truncation();
--> statement-breakpoint
CREATE TRIGGER "note_truncate" AFTER TRUNCATE ON "release_settings" FOR EACH STATEMENT EXECUTE FUNCTION note_truncation();
--> statement-breakpoint
CREATE TRIGGER "note_truncate" AFTER TRUNCATE ON "release_logos" FOR EACH STATEMENT EXECUTE FUNCTION note_truncation();
