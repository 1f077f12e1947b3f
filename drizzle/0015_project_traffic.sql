CREATE TABLE "project_traffic" (
	"project_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"mocks" bigint NOT NULL,
	"captures" bigint NOT NULL,
	"checks" bigint NOT NULL,
	"errors" bigint NOT NULL,
	CONSTRAINT "project_traffic_project_id_hour_pk" PRIMARY KEY("project_id","hour")
);
--> statement-breakpoint
ALTER TABLE "project_traffic" ADD CONSTRAINT "project_traffic_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_traffic_hour_index" ON "project_traffic" USING btree ("hour");