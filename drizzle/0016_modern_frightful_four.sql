ALTER TABLE "mocks" ADD COLUMN "responses" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "response_mode" text DEFAULT 'first' NOT NULL;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "sequence_end" text DEFAULT 'restart' NOT NULL;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "fallback" boolean DEFAULT true NOT NULL;