ALTER TABLE "captured_requests" ADD COLUMN "signature" json;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "signature" json;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "signature_secret" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "refused_count" bigint DEFAULT 0 NOT NULL;