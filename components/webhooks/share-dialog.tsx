"use client";

import { Link2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { Checkbox } from "@/components/ui/checkbox";
import { AddressLine } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { Select } from "@/components/ui/select";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { maskedHeaders } from "@/components/webhooks/share-masks";
import { SharedLinks } from "@/components/webhooks/shared-links";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import { type ShareTime, shareRequest } from "@/lib/webhooks/shares/contract";

export type ShareDialogProps = {
  request: CapturedRequest;
  address: InboxAddress;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Makes a link to a capture for people without an account, and lists those there are. */
export function ShareDialog({ request, address, open, onOpenChange }: ShareDialogProps) {
  return (
    <Dialog
      title={`Share request ${request.sequence}`}
      description="Whoever has the link sees a copy of the request as it is now, without an account."
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
    >
      <div className="flex min-w-0 flex-col gap-6">
        <ShareForm key={request.id} request={request} address={address} />
        <SharedLinks address={address} />
      </div>
    </Dialog>
  );
}

const times: readonly { value: ShareTime; label: string }[] = [
  { value: "1h", label: "1 hour" },
  { value: "1d", label: "1 day" },
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
];

function ShareForm({ request, address }: Pick<ShareDialogProps, "request" | "address">) {
  const write = useWrite();
  const { names, suggested } = maskedHeaders(request);
  const [expiresIn, setExpiresIn] = useState<ShareTime>("1d");
  const [headers, setHeaders] = useState<ReadonlySet<string>>(new Set(suggested));
  const [others, setOthers] = useState({ query: false, ip: true, body: false });
  const [making, setMaking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [url, setUrl] = useState<string>();

  async function make(event: FormEvent) {
    event.preventDefault();
    setMaking(true);
    setProblem(undefined);
    try {
      const masked = { ...others, headers: [...headers] };
      const place = { ...address, requestId: request.id };
      setUrl((await write(shareRequest, { ...place, expiresIn, masked })).url);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setMaking(false);
  }

  function mark(name: string, isMasked: boolean) {
    const next = new Set(headers);
    if (isMasked) next.add(name);
    else next.delete(name);
    setHeaders(next);
  }

  const choice = (what: keyof typeof others, label: string) => (
    <Field layout="row" label={label}>
      <Checkbox
        checked={others[what]}
        onCheckedChange={(checked) => setOthers({ ...others, [what]: checked })}
      />
    </Field>
  );

  return (
    <form method="post" noValidate onSubmit={make} className="flex min-w-0 flex-col gap-4">
      <Field label="The link ends after">
        <Select options={times} value={expiresIn} onValueChange={setExpiresIn} />
      </Field>
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="mb-1 font-medium text-ink text-sm">Mask values of headers</legend>
        <div className="grid max-h-48 gap-x-4 overflow-y-auto rounded-md border border-line px-3 py-2 sm:grid-cols-2">
          {names.map((name) => (
            <Field
              key={name}
              layout="row"
              label={<span className="break-all font-mono text-xs">{name}</span>}
            >
              <Checkbox checked={headers.has(name)} onCheckedChange={(checked) => mark(name, checked)} />
            </Field>
          ))}
        </div>
      </fieldset>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-medium text-ink text-sm">Leave out</legend>
        {choice("ip", "The sender’s IP address")}
        {choice("query", "Values of the query")}
        {choice("body", "The body")}
      </fieldset>
      <p className="text-ink-mute text-xs">
        What is left out never leaves Fieldkit by this link. Read the body once more: nothing in it is masked
        but what is masked above.
      </p>
      {problem ? <FormAlert>{problem}</FormAlert> : null}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" loading={making} className="max-sm:flex-1">
          <Link2 aria-hidden />
          {url ? "Make another link" : "Make a link"}
        </Button>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {url ? (
          <div className="flex min-w-0 flex-col gap-1.5">
            <AddressLine address={url} what="link" />
            <p className="text-ink-mute text-xs">
              Copy it now: it is not shown again. With <code>.json</code> behind it, it answers with JSON.
            </p>
          </div>
        ) : null}
      </div>
    </form>
  );
}
