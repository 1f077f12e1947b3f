CREATE TABLE "release_html" (
	"release_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"version" integer NOT NULL,
	"html" text NOT NULL,
	"bytes" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "release_html" ADD CONSTRAINT "release_html_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;