"use client";

import { Card } from "@/components/ui/card";
import { FormText } from "@/components/ui/form-text";
import type { Webhook } from "@/components/webhooks/inbox-form-values";
import { usualRetention } from "@/lib/webhooks/retention/contract";

/** How many captures an inbox keeps, and for how long, as far as the operator allows. Must be inside the inbox form. */
export function RetentionFields({ retention }: { retention: Webhook["retention"] }) {
  const { count, hours, countMax, hoursMax } = retention;
  const isMore = countMax > usualRetention.count || hoursMax > usualRetention.hours;
  const isUsual = count === usualRetention.count && hours === usualRetention.hours;
  if (!isMore && isUsual) {
    return (
      <Card
        title="Retention"
        description="The newest 50 requests are kept for 12 hours, and pinned ones for 30 days. Whoever operates this installation can allow more by QUOTAS=capturesKept=…,captureHours=…"
      />
    );
  }
  return (
    <Card
      title="Retention"
      description="What is kept of what comes in. With less than before, the oldest requests go as soon as this is saved; pinned ones stay."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText
          name="retainedCount"
          label="Requests"
          inputMode="numeric"
          hint={`The newest ones, up to ${Math.max(count, countMax)}.`}
        />
        <FormText
          name="retainedHours"
          label="Hours"
          inputMode="numeric"
          hint={`Up to ${Math.max(hours, hoursMax)}; 24 are a day, 168 a week.`}
        />
      </div>
    </Card>
  );
}
