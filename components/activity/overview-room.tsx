"use client";

import { useEffect } from "react";
import { FirstSteps } from "@/components/activity/first-steps";
import { Lately } from "@/components/activity/lately";
import type { Place } from "@/components/activity/steps-of";
import { TrafficCharts } from "@/components/activity/traffic-charts";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { messageOf } from "@/components/ui/form-problem";
import { useAnswer } from "@/components/ui/queries";
import { Skeleton } from "@/components/ui/waiting";
import { getProjectActivity } from "@/lib/activity/contract";

/** What goes on in a project, kept fresh. */
export function OverviewRoom({ place }: { place: Place }) {
  const { data, error, refetch } = useAnswer(getProjectActivity, { projectId: place.projectId });
  // Pages are rendered by a process that counts nothing: one that does knows of calls of this minute.
  useEffect(() => void refetch(), [refetch]);
  if (!data && !error) return <Loading />;
  return (
    <div className="flex flex-col gap-6">
      {error ? (
        <Callout
          tone="warning"
          live
          title={data ? "This page is not up to date" : "What goes on here could not be read"}
          actions={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {messageOf(error)}
        </Callout>
      ) : null}
      {data ? (
        <>
          <FirstSteps steps={data.steps} place={place} />
          <TrafficCharts hours={data.hours} totals={data.totals} base={place.base} />
          <Lately {...data} base={place.base} />
        </>
      ) : null}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading what goes on in this project</span>
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
        {[0, 1, 2, 3].map((chart) => (
          <div key={chart} className="flex flex-col gap-3 bg-surface px-4 py-3.5">
            <Skeleton className="w-20" />
            <Skeleton className="h-7 w-14" />
            <Skeleton className="h-14 w-full" />
          </div>
        ))}
      </div>
      <Skeleton className="h-40 w-full rounded-lg" />
    </div>
  );
}
