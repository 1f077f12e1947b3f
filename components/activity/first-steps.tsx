"use client";

import { Circle, CircleCheck, X } from "lucide-react";
import type { ReactNode } from "react";
import { type Place, type Step, stepsOf } from "@/components/activity/steps-of";
import type { Activity } from "@/components/activity/traffic-words";
import { useHidden } from "@/components/activity/use-hidden";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { CodeSnippet } from "@/components/ui/code-snippet";
import { Link } from "@/components/ui/link";

type FirstStepsProps = { steps: Activity["steps"]; place: Place };

/** What to do first in a project. Each step is ticked when its thing was called; with all of them the list goes away. */
export function FirstSteps({ steps, place }: FirstStepsProps) {
  const [isHidden, hide] = useHidden(`first steps of ${place.projectId}`);
  const list = stepsOf(steps, place);
  const done = list.filter(({ isDone }) => isDone).length;
  if (isHidden || done === list.length) return null;
  return (
    <Card
      title="First steps"
      description={`${done} of ${list.length} done`}
      actions={
        <Button variant="ghost" size="icon-sm" aria-label="Hide the first steps" onClick={hide}>
          <X aria-hidden />
        </Button>
      }
      flush
    >
      <ol className="grid divide-line max-lg:divide-y lg:grid-cols-3 lg:divide-x">
        {list.map((step) => (
          <li key={step.title} className="min-w-0 px-5 py-4">
            <OneStep step={step} keysHref={`${place.base}/keys`} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function OneStep({ step, keysHref }: { step: Step; keysHref: string }) {
  const { title, isDone, text, curl, link, needsKey } = step;
  return (
    <>
      <h3 className="flex items-center gap-2 font-medium text-ink text-sm">
        {isDone ? (
          <CircleCheck aria-hidden className="size-4 shrink-0 text-green" />
        ) : (
          <Circle aria-hidden className="size-4 shrink-0 text-ink-mute" />
        )}
        <span className={cn(isDone && "text-ink-mute")}>{title}</span>
        <span className="sr-only">{isDone ? "(done)" : "(to do)"}</span>
      </h3>
      {isDone ? null : (
        <div className="mt-1.5 flex flex-col items-start gap-2.5">
          <p className="text-ink-mute text-sm">
            {text}
            {needsKey ? <KeyNote href={keysHref} /> : null}
          </p>
          {curl ? (
            <div className="w-full min-w-0">
              <CodeSnippet label="In a terminal" code={curl} wrap />
            </div>
          ) : null}
          <Button size="sm" href={link.href}>
            {link.label}
          </Button>
        </div>
      )}
    </>
  );
}

function KeyNote({ href }: { href: string }): ReactNode {
  return (
    <>
      {" "}
      The command takes an{" "}
      <Link href={href} className="text-ink-soft underline underline-offset-2 hover:text-ink">
        API key
      </Link>{" "}
      from your shell.
    </>
  );
}
