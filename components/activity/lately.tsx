import type { ReactNode } from "react";
import { placeOf } from "@/components/activity/place-of";
import type { Activity } from "@/components/activity/traffic-words";
import { deedOf, subjectOf } from "@/components/audit/entry-words";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/times";

type LatelyProps = Pick<Activity, "captures" | "releases" | "changes"> & { base: string };

/** Rows of each kind on the page. */
const shownMax = 6;

/** What happened in the project lately, with links to where it is looked at. */
export function Lately({ captures, releases, changes, base }: LatelyProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <Rows
        title="Recent captures"
        all={{ href: `${base}/webhooks`, label: "All inboxes" }}
        empty="Nothing was captured in the last twelve hours."
      >
        {captures.slice(0, shownMax).map(({ id, webhookId, webhookName, method, path, receivedAt }) => (
          <Row key={id} href={`${base}/webhooks/${webhookId}?request=${id}`} at={receivedAt}>
            <Badge mono>{method}</Badge>
            <span className="truncate">
              {webhookName}
              {path ? <span className="text-ink-mute"> {path}</span> : null}
            </span>
          </Row>
        ))}
      </Rows>
      <Rows
        title="Recent releases"
        all={{ href: `${base}/releases`, label: "All releases" }}
        empty="No release notes yet. They are written from your commits."
      >
        {releases.slice(0, shownMax).map(({ id, title, status, createdAt, publishedAt }) => (
          <Row key={id} href={`${base}/releases/${id}`} at={publishedAt ?? createdAt}>
            <Badge tone={states[status].tone}>{states[status].label}</Badge>
            <span className="truncate">{title}</span>
          </Row>
        ))}
      </Rows>
      <Rows
        title="Recent changes"
        all={{ href: `${base}/audit`, label: "Audit trail" }}
        empty="Nobody has changed anything yet."
      >
        {changes.slice(0, shownMax).map((change) => (
          <Row key={change.id} href={placeOf(change, base)} at={change.at}>
            <span className="line-clamp-2 break-words">
              <span className="text-ink-mute">
                {change.actorName} {deedOf(change)}
              </span>{" "}
              {subjectOf(change)}
            </span>
          </Row>
        ))}
      </Rows>
    </div>
  );
}

const states = {
  processing: { tone: "blue", label: "In progress" },
  draft: { tone: "amber", label: "Draft" },
  published: { tone: "green", label: "Published" },
} as const;

type RowsProps = {
  title: string;
  all: { href: string; label: string };
  empty: string;
  children: readonly ReactNode[];
};

function Rows({ title, all, empty, children }: RowsProps) {
  return (
    <Card
      title={title}
      actions={
        <Link
          href={all.href}
          className="rounded-sm text-ink-mute text-sm hover:text-ink hover:underline hover:underline-offset-2 touch:-my-2.5 touch:py-2.5"
        >
          {all.label}
        </Link>
      }
      flush
    >
      {children.length > 0 ? (
        <ul className="divide-y divide-line">{children}</ul>
      ) : (
        <p className="px-5 py-6 text-ink-mute text-sm">{empty}</p>
      )}
    </Card>
  );
}

function Row({ href, at, children }: { href: string; at: string; children: ReactNode }) {
  return (
    <li>
      <Link
        href={href}
        className="flex min-h-9 items-center justify-between gap-3 px-5 py-2 text-ink text-sm hover:bg-hover focus-visible:-outline-offset-2 touch:min-h-11"
      >
        <span className="flex min-w-0 items-center gap-2">{children}</span>
        <span className="shrink-0 whitespace-nowrap text-ink-mute text-xs">
          <RelativeTime value={at} />
        </span>
      </Link>
    </li>
  );
}
