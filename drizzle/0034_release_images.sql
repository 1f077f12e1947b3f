ALTER TABLE "release_html" ADD COLUMN "labels" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- A public page shows images of the attachments of published releases, so it is another one without them.
CREATE FUNCTION "note_published_attachments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.project_changes
	SELECT DISTINCT releases.project_id, 'releases'
	FROM changed JOIN public.releases ON releases.id = changed.release_id
	WHERE releases.status = 'published';
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "note_added_attachments" AFTER INSERT ON "release_attachments" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION note_published_attachments();
--> statement-breakpoint
CREATE TRIGGER "note_changed_attachments" AFTER UPDATE ON "release_attachments" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION note_published_attachments();
--> statement-breakpoint
CREATE TRIGGER "note_gone_attachments" AFTER DELETE ON "release_attachments" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION note_published_attachments();
--> statement-breakpoint
CREATE TRIGGER "note_truncate" AFTER TRUNCATE ON "release_attachments" FOR EACH STATEMENT EXECUTE FUNCTION note_truncation();
