import { type AuditEntry, fieldName, valueText } from "@/components/audit/entry-words";
import { shownFields } from "@/components/audit/shown-fields";
import { cn } from "@/components/ui/cn";
import { TextDiff } from "@/components/ui/text-diff";

/** From this length on, or with several lines, two texts are compared line by line. */
const longChars = 60;

/** Say nothing to people: who looks at a thing knows whose it is. */
const plumbing: ReadonlySet<string> = new Set([
  ...["id", "projectId", "createdAt", "updatedAt", "salt"],
  // A schedule stands among the changes of its flag, with who planned it.
  ...["flagId", "groupFlagId", "createdBy"],
]);

/** What an entry changed, field by field. */
export function ChangeFields({ entry }: { entry: Pick<AuditEntry, "before" | "after" | "subjectKind"> }) {
  const { before, after } = shownFields(entry);
  const names = Object.keys({ ...before, ...after }).filter((name) => !plumbing.has(name));
  if (names.length === 0) return <p className="text-ink-mute text-sm">No values were kept of this.</p>;
  return (
    <dl className="flex flex-col gap-2.5 text-sm">
      {names.map((name) => (
        <div key={name} className="flex min-w-0 flex-col gap-1">
          <dt className="text-ink-mute text-xs">{fieldName(name)}</dt>
          <dd className="min-w-0">
            <Field
              name={name}
              before={before?.[name]}
              after={after?.[name]}
              isChange={Boolean(before && after)}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type FieldProps = { name: string; before: unknown; after: unknown; isChange: boolean };

function Field({ name, before, after, isChange }: FieldProps) {
  const [old, now] = [valueText(before), valueText(after)];
  if (!isChange) return <Value text={old || now} />;
  const isLong = [old, now].some((text) => text.length > longChars || text.includes("\n"));
  if (isLong) return <TextDiff label={`What changed in ${fieldName(name)}`} before={old} after={now} />;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
      <del className="decoration-ink-mute">
        <span className="sr-only">before: </span>
        <Value text={old} faint />
      </del>
      <span aria-hidden className="text-ink-mute">
        →
      </span>
      <ins className="no-underline">
        <span className="sr-only">since: </span>
        <Value text={now} />
      </ins>
    </span>
  );
}

function Value({ text, faint = false }: { text: string; faint?: boolean }) {
  if (text === "") return <span className="text-ink-mute">empty</span>;
  const isBlock = text.includes("\n");
  return (
    <code
      // What scrolls must be reachable by keyboard.
      {...(isBlock && { tabIndex: 0 })}
      className={cn(
        "break-words text-xs",
        isBlock &&
          "block max-h-48 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-surface p-2",
        faint ? "text-ink-mute" : "text-ink",
      )}
    >
      {text}
    </code>
  );
}
