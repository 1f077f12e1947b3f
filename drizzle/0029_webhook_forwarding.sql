CREATE TABLE "delivery_tries" (
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status_code" integer,
	"error" text,
	"answer" "bytea",
	"answer_truncated" boolean NOT NULL,
	CONSTRAINT "delivery_tries_delivery_id_number_pk" PRIMARY KEY("delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "forwarded_captures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"raw_url" text NOT NULL,
	"raw_headers" json NOT NULL,
	"body" "bytea" NOT NULL,
	"bytes" integer NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forwarding_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"enabled" boolean NOT NULL,
	"filter" json NOT NULL,
	"headers" json NOT NULL,
	"header_values" text,
	"keep_path" boolean NOT NULL,
	"retries" boolean NOT NULL,
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
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rule_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"state" text NOT NULL,
	"captures" integer DEFAULT 1 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"round_tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"status_code" integer,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "delivery_tries" ADD CONSTRAINT "delivery_tries_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwarded_captures" ADD CONSTRAINT "forwarded_captures_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwarding_rules" ADD CONSTRAINT "forwarding_rules_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_rule_id_forwarding_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."forwarding_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forwarded_captures_project_id_webhook_id_bytes_index" ON "forwarded_captures" USING btree ("project_id","webhook_id","bytes");--> statement-breakpoint
CREATE INDEX "forwarded_captures_webhook_id_index" ON "forwarded_captures" USING btree ("webhook_id");--> statement-breakpoint
CREATE INDEX "forwarding_rules_webhook_id_created_at_id_index" ON "forwarding_rules" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("rule_id","due_at","sequence") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook_id_created_at_id_index" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_rule_id_created_at_id_index" ON "webhook_deliveries" USING btree ("rule_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_request_id_index" ON "webhook_deliveries" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_project_id_created_at_index" ON "webhook_deliveries" USING btree ("project_id","created_at");