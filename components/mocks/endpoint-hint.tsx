"use client";

import { Fragment } from "react";
import { useWatch } from "react-hook-form";
import { examplePath } from "@/components/mocks/endpoint-url";
import type { MockFormValues } from "@/components/mocks/mock-form-values";

/** The address of the endpoint that is being typed. Must be inside the mock form. */
export function EndpointHint({ mockBaseUrl }: { mockBaseUrl: string }) {
  const endpoint = useWatch<MockFormValues, "endpoint">({ name: "endpoint" });
  const path = examplePath(endpoint);
  return (
    <>
      <code className="line-clamp-3 break-all text-ink-soft">{mockBaseUrl + (path ?? "")}</code>
      {path === undefined ? (
        <span className="mt-1 block">
          followed by a path that this regular expression matches. It sees the whole path, from its slash on.
        </span>
      ) : null}
    </>
  );
}

const rules = [
  [":id", "any one segment"],
  ["report.:ext", "a part of one"],
  [":id?", "a last segment that may be missing"],
  [":path+, *", "all that follows, one segment or more"],
  [":path*", "the same, or nothing"],
  ["~^/v[0-9]+/users$", "a regular expression, because it begins with ~^"],
] as const;

/** What endpoints may be made of. */
export function EndpointGrammar() {
  return (
    <details className="text-ink-mute text-xs">
      <summary className="w-fit cursor-pointer rounded-sm touch:py-2">
        <code>:id</code> stands for any one segment, a last <code>*</code> for all that follows. There is
        more.
      </summary>
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {rules.map(([sign, meaning]) => (
          <Fragment key={sign}>
            <dt>
              <code className="text-ink-soft">{sign}</code>
            </dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}
