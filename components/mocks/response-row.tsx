"use client";

import { ArrowDown, ArrowUp, ChevronRight, CopyPlus, Ellipsis, Trash2 } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { whenWords } from "@/components/mocks/condition-words";
import { StatusCode } from "@/components/mocks/http-marks";
import type { MockFormValues } from "@/components/mocks/mock-form-values";
import type { ResponseEditorProps } from "@/components/mocks/response-editor";
import type { ResponseFormValues } from "@/components/mocks/response-form-values";
import { responseTitle, type useResponses } from "@/components/mocks/use-responses";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { laterComponent } from "@/components/ui/later";
import { ActionMenu } from "@/components/ui/row-menu";
import { Skeleton } from "@/components/ui/waiting";

const ResponseEditor = laterComponent<ResponseEditorProps>(
  () => import("@/components/mocks/response-editor").then((file) => file.ResponseEditor),
  <Skeleton className="h-64 w-full" />,
);

export type ResponseRowProps = { index: number; of: ReturnType<typeof useResponses> };

/** A response in the list: what it is in a line, and below it its fields while it is open. */
export function ResponseRow({ index, of }: ResponseRowProps) {
  const { errors } = useFormContext<MockFormValues>().formState;
  const response: ResponseFormValues | undefined = useWatch<MockFormValues, `responses.${number}`>({
    name: `responses.${index}`,
  });
  const id = useId();
  // It was removed, and the list does not know yet.
  if (!response) return null;
  const title = responseTitle(response.name, index);
  const isOpen = of.isOpen(index);
  return (
    <li>
      <fieldset aria-label={title} className="min-w-0 rounded-md border border-line">
        <div className="flex items-center gap-0.5 p-1 pr-1.5">
          <button
            type="button"
            data-part="toggle"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => of.toggle(index)}
            onKeyDown={(event) => moveByKey(event, index, of)}
            className="flex min-w-0 flex-1 items-start gap-2.5 rounded-sm px-2 py-1.5 text-left hover:bg-hover"
          >
            <ChevronRight
              aria-hidden
              className={cn(
                "mt-0.5 size-4 shrink-0 text-ink-mute transition-transform",
                isOpen && "rotate-90",
              )}
            />
            <span className="min-w-0 flex-1">
              <span className="block break-words font-medium text-ink text-sm">{title}</span>
              <Summary index={index} isFaulty={!isOpen && Boolean(errors.responses?.[index])} />
            </span>
            {/^\d{3}$/.test(response.statusCode.trim()) ? (
              <StatusCode code={Number(response.statusCode)} className="mt-0.5" />
            ) : null}
          </button>
          <RowActions title={title} index={index} of={of} />
        </div>
        <div id={id} hidden={!isOpen} className="border-line border-t px-4 py-4">
          {isOpen ? <ResponseEditor index={index} onShown={() => of.arrived(index)} /> : null}
        </div>
      </fieldset>
    </li>
  );
}

/** When it is given, how often, and what keeps it from being given. */
function Summary({ index, isFaulty }: { index: number; isFaulty: boolean }) {
  const [responses, mode] = useWatch<MockFormValues, ["responses", "responseMode"]>({
    name: ["responses", "responseMode"],
  });
  const response = responses[index];
  if (!response) return null;
  const all = responses.reduce((sum, { weight }) => sum + Number(weight), 0);
  const share = responses.some(({ conditions }) => conditions.length > 0)
    ? Number.NaN
    : Number(response.weight) / all;
  const before = mode === "first" ? responses.slice(0, index) : [];
  const taker = before.findIndex(({ conditions }) => conditions.length === 0);
  return (
    <span className="block text-xs">
      <span className="line-clamp-2 break-words text-ink-mute">
        {mode === "random"
          ? `weight ${response.weight}${Number.isFinite(share) ? ` (${Math.round(share * 100)} %)` : ""}, `
          : null}
        {whenWords(response)}
      </span>
      {taker >= 0 ? (
        <span className="block text-amber">
          Never given: {responseTitle(responses[taker]?.name ?? "", taker)} takes every request.
        </span>
      ) : null}
      {isFaulty ? <span className="block text-red">Something in here has to be mended.</span> : null}
    </span>
  );
}

function RowActions({ title, index, of }: ResponseRowProps & { title: string }) {
  const isFirst = index === 0;
  const isLast = index === of.fields.length - 1;
  return (
    <>
      <Button
        {...{ variant: "ghost", size: "icon-sm", "data-part": "up" }}
        aria-label={`Move ${title} up`}
        disabled={isFirst}
        onClick={() => of.move(index, index - 1, isFirst ? "down" : "up")}
        className="max-sm:hidden"
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        {...{ variant: "ghost", size: "icon-sm", "data-part": "down" }}
        aria-label={`Move ${title} down`}
        disabled={isLast}
        onClick={() => of.move(index, index + 1, "down")}
        className="max-sm:hidden"
      >
        <ArrowDown aria-hidden />
      </Button>
      <ActionMenu
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${title}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
        actions={[
          !isFirst && {
            ...{ label: "Move up", icon: ArrowUp, detail: "Alt ↑" },
            onClick: () => of.move(index, index - 1, "toggle"),
          },
          !isLast && {
            ...{ label: "Move down", icon: ArrowDown, detail: "Alt ↓" },
            onClick: () => of.move(index, index + 1, "toggle"),
          },
          { label: "Duplicate", icon: CopyPlus, onClick: () => of.duplicate(index) },
          { label: "Delete", icon: Trash2, danger: true, onClick: () => of.remove(index) },
        ]}
      />
    </>
  );
}

/** Alt with an arrow moves the row, as lines are moved in editors. */
function moveByKey(event: KeyboardEvent, index: number, of: ResponseRowProps["of"]) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!event.altKey || step === undefined) return;
  event.preventDefault();
  of.move(index, index + step, "toggle");
}
