ALTER TABLE "records" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(id || ' ' || coalesce(name, ''))) STORED NOT NULL;
--> statement-breakpoint
-- Not every database has the extension or lets us create it; without it a search reads the texts of all records.
DO $$
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	CREATE INDEX "records_by_word" ON "records" USING gin ("search_text" gin_trgm_ops);
EXCEPTION
	WHEN feature_not_supported OR undefined_file OR insufficient_privilege OR undefined_object THEN
		RAISE NOTICE 'searches of records go without an index: %', SQLERRM;
END $$;
--> statement-breakpoint
-- Without statistics the planner takes every word for a rare one.
ANALYZE "records";
