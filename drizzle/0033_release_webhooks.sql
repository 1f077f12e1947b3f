CREATE TABLE "release_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"body" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"type" text NOT NULL,
	"release_id" uuid NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"tries" integer NOT NULL,
	"round_tries" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"status_code" integer,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_webhook_tries" (
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status_code" integer,
	"error" text,
	"answer" "bytea",
	"answer_truncated" boolean NOT NULL,
	CONSTRAINT "release_webhook_tries_delivery_id_number_pk" PRIMARY KEY("delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "release_webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text NOT NULL,
	"events" json NOT NULL,
	"enabled" boolean NOT NULL,
	"secret" text NOT NULL,
	"secret_tail" text NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp (3) with time zone,
	"paused_reason" text,
	"failing_since" timestamp (3) with time zone,
	"last_delivered_at" timestamp (3) with time zone,
	"last_failed_at" timestamp (3) with time zone,
	"last_error" text,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"turn_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "release_events" ADD CONSTRAINT "release_events_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_webhook_deliveries" ADD CONSTRAINT "release_webhook_deliveries_webhook_id_release_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."release_webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_webhook_tries" ADD CONSTRAINT "release_webhook_tries_delivery_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."release_webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_webhooks" ADD CONSTRAINT "release_webhooks_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "release_events_project_id_created_at_id_index" ON "release_events" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "release_webhook_deliveries_due" ON "release_webhook_deliveries" USING btree ("webhook_id","due_at","id") WHERE "release_webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "release_webhook_deliveries_webhook_id_created_at_id_index" ON "release_webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "release_webhook_deliveries_project_id_created_at_index" ON "release_webhook_deliveries" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "release_webhook_deliveries_event_id_index" ON "release_webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "release_webhooks_project_id_created_at_id_index" ON "release_webhooks" USING btree ("project_id","created_at","id");