ALTER TABLE "webhooks" ADD COLUMN "handshakes" text[] DEFAULT '{"slack","meta","microsoft-graph","dropbox","cloudevents"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "meta_verify_token" text;--> statement-breakpoint
-- Who has set an answer up gets that one, as before.
UPDATE "webhooks" SET "handshakes" = '{}' WHERE "response" IS NOT NULL;
