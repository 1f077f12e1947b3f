CREATE TABLE "mock_chaos" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"percent" integer NOT NULL,
	"status_code" integer NOT NULL,
	"fault" text,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "templated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "delay_distribution" json;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "bytes_per_second" integer;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "fault" text;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "responses" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "response_mode" text DEFAULT 'first' NOT NULL;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "sequence_end" text DEFAULT 'restart' NOT NULL;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "fallback" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mock_chaos" ADD CONSTRAINT "mock_chaos_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;