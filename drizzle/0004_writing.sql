CREATE TABLE "release_chunks" (
	"release_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"written" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "release_chunks_release_id_digest_pk" PRIMARY KEY("release_id","digest")
);
--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "warning" text;--> statement-breakpoint
ALTER TABLE "release_chunks" ADD CONSTRAINT "release_chunks_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;