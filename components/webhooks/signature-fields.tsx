"use client";

import { useWatch } from "react-hook-form";
import { Card } from "@/components/ui/card";
import { FormSelect, FormSwitch } from "@/components/ui/form-choices";
import { FormText } from "@/components/ui/form-text";
import type { SignatureFormValues } from "@/components/webhooks/signature-form-values";
import { senders } from "@/components/webhooks/signature-senders";
import {
  algorithms,
  encodings,
  isTimed,
  type SchemeName,
  type Signature,
  schemes,
} from "@/lib/webhooks/signatures/contract";

const choices = [
  { value: "none", label: "Not checked" },
  ...schemes.map((value) => ({ value, label: senders[value].name })),
];

/** How senders sign, in the inbox's form. `stored`: what the inbox has. */
export function SignatureFields({ stored }: { stored: Signature | null }) {
  const scheme = useWatch<{ signature: SignatureFormValues }, "signature.scheme">({
    name: "signature.scheme",
  });
  return (
    <Card
      title="Signature"
      description="Each request then says whether its sender's signature fits, and if not, why."
    >
      <div className="flex flex-col gap-5">
        <div className="sm:max-w-72">
          <FormSelect name="signature.scheme" label="Signed by" options={choices} />
        </div>
        {scheme === "none" ? null : (
          <SchemeFields scheme={scheme} stored={stored?.scheme === scheme ? stored : null} />
        )}
      </div>
    </Card>
  );
}

/** @param props.stored what the inbox has, if it is of this scheme */
function SchemeFields({ scheme, stored }: { scheme: SchemeName; stored: Signature | null }) {
  const { secret, where } = senders[scheme];
  return (
    <>
      {scheme === "hmac" ? <HmacFields /> : null}
      <FormText
        mono
        name="signature.secret"
        label={stored ? `Another ${secret.toLowerCase()}` : secret}
        optional={stored !== null}
        autoComplete="off"
        spellCheck={false}
        hint={stored ? `${kept(stored)} ${where}` : `${where} It is kept sealed and never shown again.`}
      />
      {isTimed(scheme) ? (
        <div className="sm:max-w-72">
          <FormText
            name="signature.tolerance"
            label="Seconds that it may be late"
            inputMode="numeric"
            autoComplete="off"
            hint="A request that somebody recorded and sends again later does not count."
          />
        </div>
      ) : null}
      <FormSwitch
        name="signature.refuse"
        label="Refuse requests that are not valid"
        hint="Their senders get 401 and the reason. The newest 10 are shown, besides the newest 50 others."
      />
    </>
  );
}

const kept = ({ secretTail }: Signature) =>
  secretTail === ""
    ? "One is stored, and stays if this is empty."
    : `The one that ends in ${secretTail} stays if this is empty.`;

function HmacFields() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormText mono name="signature.header" label="Header" autoComplete="off" placeholder="X-Signature" />
      <FormText
        mono
        optional
        name="signature.prefix"
        label="Before the signature"
        autoComplete="off"
        placeholder="sha256="
      />
      <FormSelect mono name="signature.algorithm" label="Algorithm" options={named(algorithms)} />
      <FormSelect mono name="signature.encoding" label="Written as" options={named(encodings)} />
    </div>
  );
}

const named = <V extends string>(values: readonly V[]) => values.map((value) => ({ value, label: value }));
