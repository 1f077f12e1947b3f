CREATE INDEX "flags_by_name" ON "flags" USING btree ("environment_id",(lower(left("name", 64)) collate "C"),"id");--> statement-breakpoint
CREATE INDEX "flags_of_key" ON "flags" USING btree ("project_id","key","created_at","id");--> statement-breakpoint
CREATE INDEX "flag_keys_by_creation" ON "flags" USING btree ("project_id","created_at","key");--> statement-breakpoint
CREATE INDEX "flag_keys_by_name" ON "flags" USING btree ("project_id",(lower(left("name", 64)) collate "C"),"key");--> statement-breakpoint
CREATE INDEX "flag_keys_by_key" ON "flags" USING btree ("project_id",(lower(left("key", 64)) collate "C"),"key");--> statement-breakpoint
CREATE INDEX "mocks_by_update" ON "mocks" USING btree ("project_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "mocks_by_name" ON "mocks" USING btree ("project_id",(lower(left("name", 64)) collate "C"),"id");--> statement-breakpoint
CREATE INDEX "mocks_by_endpoint" ON "mocks" USING btree ("project_id",(lower(left("endpoint", 64)) collate "C"),"id");