CREATE TABLE "mock_call_logs" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"last_sequence" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mock_calls" (
	"project_id" uuid NOT NULL,
	"slot" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"outcome" text,
	"call_id" uuid,
	"method" text NOT NULL,
	"target" text NOT NULL,
	"ip" text NOT NULL,
	"request_headers" json NOT NULL,
	"request_body" "bytea" NOT NULL,
	"request_size" integer,
	"mock_id" uuid,
	"mock_name" text,
	"response_name" text,
	"reason" text,
	"status_code" integer,
	"fault" text,
	"response_headers" json NOT NULL,
	"response_body" "bytea" NOT NULL,
	"response_size" integer,
	"duration_ms" integer NOT NULL,
	"attempts" integer NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mock_calls_project_id_slot_pk" PRIMARY KEY("project_id","slot")
);
--> statement-breakpoint
CREATE TABLE "mock_hits" (
	"mock_id" uuid PRIMARY KEY NOT NULL,
	"hits" bigint NOT NULL,
	"last_called_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mock_proxies" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"base_url" text NOT NULL,
	"timeout_ms" integer NOT NULL,
	"recording" boolean NOT NULL,
	"recorded_headers" text[] NOT NULL,
	"recorded_bodies" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mock_collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"path" text NOT NULL,
	"id_field" text NOT NULL,
	"seed" json NOT NULL,
	"enabled" boolean NOT NULL,
	"item_count" integer NOT NULL,
	"item_bytes" integer NOT NULL,
	"last_position" bigint NOT NULL,
	"last_number" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mock_collections_project_id_path_unique" UNIQUE("project_id","path")
);
--> statement-breakpoint
CREATE TABLE "mock_items" (
	"collection_id" uuid NOT NULL,
	"id" text NOT NULL,
	"position" bigint NOT NULL,
	"data" json NOT NULL,
	"search_text" text NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "mock_items_collection_id_id_pk" PRIMARY KEY("collection_id","id")
);
--> statement-breakpoint
CREATE TABLE "mock_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stream_tickets" ALTER COLUMN "webhook_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "body_encoding" text DEFAULT 'text' NOT NULL;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "body_file_id" uuid;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "callbacks" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "response_count" integer GENERATED ALWAYS AS (json_array_length(responses)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "callback_count" integer GENERATED ALWAYS AS (json_array_length(callbacks)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "content_bytes" integer GENERATED ALWAYS AS (octet_length(response_body) + octet_length(responses::text) + octet_length(callbacks::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "folder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mocks" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "stream_tickets" ADD COLUMN "project_id" uuid;--> statement-breakpoint
ALTER TABLE "mock_call_logs" ADD CONSTRAINT "mock_call_logs_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mock_calls" ADD CONSTRAINT "mock_calls_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mock_hits" ADD CONSTRAINT "mock_hits_mock_id_mocks_id_fk" FOREIGN KEY ("mock_id") REFERENCES "public"."mocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mock_proxies" ADD CONSTRAINT "mock_proxies_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mock_collections" ADD CONSTRAINT "mock_collections_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mock_items" ADD CONSTRAINT "mock_items_collection_id_mock_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."mock_collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mock_files" ADD CONSTRAINT "mock_files_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mock_calls_received_at_index" ON "mock_calls" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "mock_collections_project_id_created_at_id_index" ON "mock_collections" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mock_collections_by_name" ON "mock_collections" USING btree ("project_id",(lower(left("name", 64)) collate "C"),"id");--> statement-breakpoint
CREATE INDEX "mock_items_collection_id_position_index" ON "mock_items" USING btree ("collection_id","position");--> statement-breakpoint
CREATE INDEX "mock_files_project_id_created_at_id_index" ON "mock_files" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mock_files_by_name" ON "mock_files" USING btree ("project_id",(lower(left("name", 64)) collate "C"),"id");--> statement-breakpoint
ALTER TABLE "stream_tickets" ADD CONSTRAINT "stream_tickets_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mocks_with_files" ON "mocks" USING btree ("project_id") WHERE body_file_id is not null or responses::text like '%"bodyFileId":"%';--> statement-breakpoint
CREATE INDEX "mocks_by_folder" ON "mocks" USING btree ("project_id",(lower(left("folder", 64)) collate "C"),"id");