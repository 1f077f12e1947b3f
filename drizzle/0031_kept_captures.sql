CREATE TABLE "pinned_captures" (
	"webhook_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"id" uuid NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"raw_url" text NOT NULL,
	"raw_headers" json NOT NULL,
	"body" "bytea" NOT NULL,
	"ip" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"signature" json,
	"pinned_at" timestamp (3) with time zone NOT NULL,
	"note" text,
	"note_by" text,
	"note_at" timestamp (3) with time zone,
	CONSTRAINT "pinned_captures_webhook_id_sequence_pk" PRIMARY KEY("webhook_id","sequence"),
	CONSTRAINT "pinned_captures_webhook_id_id_unique" UNIQUE("webhook_id","id")
);
--> statement-breakpoint
CREATE TABLE "shared_captures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"request_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"method" text NOT NULL,
	"target" text NOT NULL,
	"raw_headers" json NOT NULL,
	"body" "bytea",
	"size" integer NOT NULL,
	"ip" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"signature" json,
	"masked" json NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"open_count" integer DEFAULT 0 NOT NULL,
	"last_opened_at" timestamp (3) with time zone,
	CONSTRAINT "shared_captures_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "retained_count" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "retained_hours" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "pinned_captures" ADD CONSTRAINT "pinned_captures_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_captures" ADD CONSTRAINT "shared_captures_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pinned_captures_pinned_at_index" ON "pinned_captures" USING btree ("pinned_at");--> statement-breakpoint
CREATE INDEX "shared_captures_webhook_id_created_at_id_index" ON "shared_captures" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "shared_captures_expires_at_index" ON "shared_captures" USING btree ("expires_at");--> statement-breakpoint
-- The ring of refused captures moves out of the way of larger rings: from 50, 51, … to -1, -2, …
UPDATE "captured_requests" SET "slot" = 49 - "slot" WHERE "slot" >= 50;
