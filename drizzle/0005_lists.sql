DROP INDEX "invitations_team_id_index";--> statement-breakpoint
CREATE INDEX "flags_by_name" ON "flags" USING btree ("environment_id",(lower(left("name", 64)) collate "C"),"id");--> statement-breakpoint
CREATE INDEX "flags_of_key" ON "flags" USING btree ("project_id","key","created_at","id");--> statement-breakpoint
CREATE INDEX "flag_keys_by_creation" ON "flags" USING btree ("project_id","created_at","key");--> statement-breakpoint
CREATE INDEX "flag_keys_by_name" ON "flags" USING btree ("project_id",(lower(left("name", 64)) collate "C"),"key");--> statement-breakpoint
CREATE INDEX "flag_keys_by_key" ON "flags" USING btree ("project_id",(lower(left("key", 64)) collate "C"),"key");--> statement-breakpoint
CREATE INDEX "records_by_update" ON "records" USING btree ("group_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "records_by_name" ON "records" USING btree ("group_id",(lower(left(coalesce("name", ''), 64)) collate "C"),"id");--> statement-breakpoint
CREATE INDEX "records_by_id" ON "records" USING btree ("group_id",(lower(left("id", 64)) collate "C"),"id");--> statement-breakpoint
CREATE INDEX "mocks_by_update" ON "mocks" USING btree ("project_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "mocks_by_name" ON "mocks" USING btree ("project_id",(lower(left("name", 64)) collate "C"),"id");--> statement-breakpoint
CREATE INDEX "mocks_by_endpoint" ON "mocks" USING btree ("project_id",(lower(left("endpoint", 64)) collate "C"),"id");--> statement-breakpoint
CREATE INDEX "invitations_team_id_created_at_id_index" ON "invitations" USING btree ("team_id","created_at","id");--> statement-breakpoint
CREATE INDEX "team_members_team_id_created_at_user_id_index" ON "team_members" USING btree ("team_id","created_at","user_id");--> statement-breakpoint
CREATE INDEX "webhooks_by_name" ON "webhooks" USING btree ("project_id",(lower(left("name", 64)) collate "C"),"id");