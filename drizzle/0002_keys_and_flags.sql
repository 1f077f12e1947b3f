CREATE TABLE "environments" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"is_default" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flag_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"prefix" text NOT NULL,
	"description" text,
	"color" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "flag_groups_key" UNIQUE("project_id","key"),
	CONSTRAINT "flag_groups_prefix" UNIQUE("project_id","prefix")
);
--> statement-breakpoint
CREATE TABLE "flags" (
	"project_id" uuid NOT NULL,
	"id" text NOT NULL,
	"environment_id" text NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"enabled" boolean NOT NULL,
	"rollout" integer NOT NULL,
	"salt" text NOT NULL,
	"rolled_on" boolean,
	"rolled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "flags_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "flags_key" UNIQUE("environment_id","key")
);
--> statement-breakpoint
CREATE TABLE "group_flags" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" text NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"default_enabled" boolean NOT NULL,
	"default_percentage" integer NOT NULL,
	"salt" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "group_flags_key" UNIQUE("group_id","key")
);
--> statement-breakpoint
CREATE TABLE "overrides" (
	"record_id" text NOT NULL,
	"group_flag_id" text NOT NULL,
	"environment_id" text NOT NULL,
	"enabled" boolean,
	"rollout" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "overrides_record_id_group_flag_id_environment_id_pk" PRIMARY KEY("record_id","group_flag_id","environment_id")
);
--> statement-breakpoint
CREATE TABLE "records" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"group_id" text NOT NULL,
	"name" text,
	"metadata" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"successor_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "environments" ADD CONSTRAINT "environments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_groups" ADD CONSTRAINT "flag_groups_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flags" ADD CONSTRAINT "flags_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flags" ADD CONSTRAINT "flags_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_flags" ADD CONSTRAINT "group_flags_group_id_flag_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."flag_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overrides" ADD CONSTRAINT "overrides_record_id_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overrides" ADD CONSTRAINT "overrides_group_flag_id_group_flags_id_fk" FOREIGN KEY ("group_flag_id") REFERENCES "public"."group_flags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overrides" ADD CONSTRAINT "overrides_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_group_id_flag_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."flag_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "environments_key" ON "environments" USING btree ("project_id",lower("key"));--> statement-breakpoint
CREATE UNIQUE INDEX "environments_name" ON "environments" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "environments_default" ON "environments" USING btree ("project_id") WHERE "environments"."is_default";--> statement-breakpoint
CREATE INDEX "flag_groups_project_id_created_at_id_index" ON "flag_groups" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "flags_environment_id_created_at_id_index" ON "flags" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "group_flags_group_id_created_at_id_index" ON "group_flags" USING btree ("group_id","created_at","id");--> statement-breakpoint
CREATE INDEX "overrides_group_flag_id_index" ON "overrides" USING btree ("group_flag_id");--> statement-breakpoint
CREATE INDEX "overrides_environment_id_index" ON "overrides" USING btree ("environment_id");--> statement-breakpoint
CREATE INDEX "records_group_id_created_at_id_index" ON "records" USING btree ("group_id","created_at","id");--> statement-breakpoint
CREATE INDEX "records_project_id_index" ON "records" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "api_keys_project_id_created_at_id_index" ON "api_keys" USING btree ("project_id","created_at","id");--> statement-breakpoint
-- Projects that exist already get the environment that new ones start with. Its id is a KSUID.
DO $$
DECLARE
  alphabet constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  project record;
  hex text;
  number numeric;
  ksuid text;
BEGIN
  FOR project IN SELECT id FROM projects LOOP
    hex := lpad(to_hex(extract(epoch FROM now())::bigint - 1400000000), 8, '0')
      || replace(gen_random_uuid()::text, '-', '');
    number := 0;
    FOR i IN 1..40 LOOP
      number := number * 16 + strpos('0123456789abcdef', substr(hex, i, 1)) - 1;
    END LOOP;
    ksuid := '';
    FOR i IN 1..27 LOOP
      ksuid := substr(alphabet, (number % 62)::int + 1, 1) || ksuid;
      number := div(number, 62);
    END LOOP;
    INSERT INTO environments (id, project_id, name, key, is_default, created_at, updated_at)
    VALUES (ksuid, project.id, 'Production', 'production', true, now(), now());
  END LOOP;
END
$$;
