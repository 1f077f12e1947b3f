/**
 * What triggers make of the other rows, and what they need for it. It is no part of a backup: a restore makes it again,
 * because it fires them. A test compares both lists with the schema and the catalog.
 */
export const derivedTables: readonly string[] = ["project_changes", "project_versions"];
export const besideTables = {
  sequences: ["project_version_numbers"],
  functions: [
    "begin_answers",
    "begin_project_versions",
    "date_decision",
    "note_answers_of_environments",
    "note_answers_of_flags",
    "note_answers_of_group_flags",
    "note_answers_of_groups",
    "note_answers_of_overrides",
    "note_answers_of_records",
    "note_answers_of_segments",
    "note_changed_flags",
    "note_flags",
    "note_group_flags",
    "note_mocks",
    "note_parts_of_flags",
    "note_public_page",
    "note_published",
    "note_published_attachments",
    "note_truncation",
    "settle_project_changes",
  ],
} as const;
