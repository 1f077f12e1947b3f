"use client";

import {
  type Forwarding,
  type ForwardingValues,
  forwardingBody,
  forwardingField,
  forwardingValues,
} from "@/components/mocks/forwarding-values";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FormSwitch } from "@/components/ui/form-choices";
import { FormNews } from "@/components/ui/form-end";
import { FormFrame } from "@/components/ui/form-frame";
import { rulesFor } from "@/components/ui/form-rules";
import { FormText } from "@/components/ui/form-text";
import { useWrite } from "@/components/ui/queries";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { setMockProxy } from "@/lib/mocks/forwarding/contract";

const rules = rulesFor<ForwardingValues>(setMockProxy.body.required(), withSwitches, forwardingField);

/** The contract's rules are for changes, and here nothing may be missing. */
function withSwitches(values: ForwardingValues) {
  return { ...forwardingBody(values), enabled: true, recording: false };
}

/** Where a project's misses go, and what is kept of their answers. @param proxy null if nothing is forwarded yet */
export function ForwardingForm({ projectId, proxy }: { projectId: string; proxy: Forwarding | null }) {
  const write = useWrite();
  const frame = useFormFrame<ForwardingValues, { proxy: Forwarding | null }>({
    rules,
    fieldOf: forwardingField,
    start: forwardingValues(proxy),
    send: (values) => write(setMockProxy, { projectId, ...forwardingBody(values) }),
    says: () => (proxy ? "Forwarding saved" : "What no mock answers is forwarded"),
  });
  return (
    <FormFrame of={frame} aria-label="Forwarding">
      <Card
        title="Where misses go"
        description="What follows /api/mock in the address of a request is put behind this one. Method, query, headers and body are sent along."
        footer={
          <>
            <span className="max-w-[52ch] text-xs">
              The server must be reachable from the internet, or be allowed by your operator.
            </span>
            <Button type="submit" variant="primary" loading={frame.sending}>
              {proxy ? "Save changes" : "Forward misses"}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <FormText
            name="baseUrl"
            label="Address"
            mono
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://api.example.com/v1"
          />
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <FormText
              name="timeoutMs"
              label="Longest wait"
              hint="Then the caller gets 504."
              mono
              inputMode="numeric"
              suffix="ms"
            />
            <FormText
              name="recordedHeaders"
              label="Headers that recordings keep"
              hint="Names with commas in between. Cookies are never kept."
              mono
              autoComplete="off"
              spellCheck={false}
            />
          </div>
          <FormSwitch
            name="recordedBodies"
            label="Recordings keep bodies"
            hint="Up to 1 MiB, without the values of fields such as password or access_token."
          />
          <FormNews of={frame} />
        </div>
      </Card>
    </FormFrame>
  );
}
