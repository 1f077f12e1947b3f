CREATE TABLE "key_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"challenge" text NOT NULL,
	"sealed_key" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "key_codes" ADD CONSTRAINT "key_codes_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "key_codes_key_id_index" ON "key_codes" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "key_codes_expires_at_index" ON "key_codes" USING btree ("expires_at");