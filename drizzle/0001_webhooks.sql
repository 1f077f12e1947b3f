CREATE TABLE "captured_requests" (
	"webhook_id" uuid NOT NULL,
	"slot" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"id" uuid NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"raw_url" text NOT NULL,
	"raw_headers" json NOT NULL,
	"body" "bytea" NOT NULL,
	"ip" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "captured_requests_webhook_id_slot_pk" PRIMARY KEY("webhook_id","slot")
);
--> statement-breakpoint
CREATE TABLE "stream_tickets" (
	"hash" text PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"holder" json NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"reference_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"expires_at" timestamp (3) with time zone,
	"response" json,
	"last_sequence" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhooks_reference_id_unique" UNIQUE("reference_id")
);
--> statement-breakpoint
ALTER TABLE "captured_requests" ADD CONSTRAINT "captured_requests_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_tickets" ADD CONSTRAINT "stream_tickets_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "captured_requests_received_at_index" ON "captured_requests" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "stream_tickets_expires_at_index" ON "stream_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "webhooks_project_id_created_at_id_index" ON "webhooks" USING btree ("project_id","created_at","id");