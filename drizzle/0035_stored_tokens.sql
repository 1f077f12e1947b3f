ALTER TABLE "release_settings" ADD COLUMN "github_token_owners" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "release_settings" ADD COLUMN "gitlab_token_owners" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- A stored token served every repository it reached. From now on it serves the owners of the repositories in the settings,
-- or of the releases if the settings have none. Only plain URLs count, as in lib/platform/forges. An admin can change the list.
WITH urls AS (
	SELECT settings.project_id, url.value AS url
	FROM "release_settings" settings CROSS JOIN LATERAL json_array_elements_text(
		-- Text can't hold NUL, and no URL has one.
		CASE WHEN strpos(settings.repo_urls::text, '\u0000') > 0 THEN '[]' ELSE settings.repo_urls END
	) AS url(value)
	UNION
	SELECT settings.project_id, url.value
	FROM "release_settings" settings
	JOIN "releases" ON releases.project_id = settings.project_id
	CROSS JOIN LATERAL json_array_elements_text(
		CASE WHEN strpos(releases.repo_urls::text, '\u0000') > 0 THEN '[]' ELSE releases.repo_urls END
	) AS url(value)
	WHERE json_array_length(settings.repo_urls) = 0
), owners AS (
	SELECT
		project_id,
		lower(substring(url FROM '^[Hh][Tt][Tt][Pp][Ss]://[Gg][Ii][Tt][Hh][Uu][Bb][.][Cc][Oo][Mm](?::443)?/([A-Za-z0-9_][A-Za-z0-9_.-]*)/(?![.]{1,2}(?:/|[?#]|$))[A-Za-z0-9_.][A-Za-z0-9_.-]*/?(?:[?#]|$)')) AS github,
		lower(substring(url FROM '^[Hh][Tt][Tt][Pp][Ss]://[Gg][Ii][Tt][Ll][Aa][Bb][.][Cc][Oo][Mm](?::443)?/([A-Za-z0-9_][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*){0,19})/(?![.]{1,2}(?:/|[?#]|$))[A-Za-z0-9_.][A-Za-z0-9_.-]*/?(?:[?#]|$)')) AS gitlab
	FROM urls
), gathered AS (
	SELECT
		project_id,
		coalesce(array_agg(DISTINCT github) FILTER (WHERE github IS NOT NULL), '{}') AS github,
		coalesce(array_agg(DISTINCT gitlab) FILTER (WHERE gitlab IS NOT NULL), '{}') AS gitlab
	FROM owners GROUP BY project_id
)
UPDATE "release_settings" settings SET
	"github_token_owners" = CASE WHEN settings.github_token IS NULL THEN '{}' ELSE gathered.github END,
	"gitlab_token_owners" = CASE WHEN settings.gitlab_token IS NULL THEN '{}' ELSE gathered.gitlab END
FROM gathered WHERE gathered.project_id = settings.project_id;
--> statement-breakpoint
-- Fieldkit calls no identity provider after a sign-in, so it keeps none of their tokens.
UPDATE "accounts" SET
	"access_token" = NULL, "refresh_token" = NULL, "id_token" = NULL,
	"access_token_expires_at" = NULL, "refresh_token_expires_at" = NULL, "scope" = NULL
WHERE coalesce("access_token", "refresh_token", "id_token", "scope") IS NOT NULL
	OR "access_token_expires_at" IS NOT NULL OR "refresh_token_expires_at" IS NOT NULL;
