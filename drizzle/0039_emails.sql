CREATE TABLE "emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"sealed_message" text,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "emails_state_due_at_index" ON "emails" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "emails_topic_created_at_index" ON "emails" USING btree ("topic","created_at");--> statement-breakpoint
CREATE INDEX "emails_created_at_index" ON "emails" USING btree ("created_at");