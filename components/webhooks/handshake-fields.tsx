"use client";

import { useController, useWatch } from "react-hook-form";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormText } from "@/components/ui/form-text";
import { handshakeWords } from "@/components/webhooks/handshake-values";
import { type HandshakePreset, handshakePresets } from "@/lib/webhooks/handshakes/contract";

/** Which verifications the inbox completes. Must be inside the inbox form. */
export function HandshakesCard() {
  return (
    <Card
      title="Handshakes"
      description="Some senders verify an address before they use it. What is ticked here is answered as they expect, before any answer of your own and without its delay. It is captured all the same."
    >
      <div className="flex flex-col gap-4">
        {handshakePresets.map((preset) => (
          <div key={preset} className="flex flex-col gap-3">
            <PresetField preset={preset} />
            {preset === "meta" ? <VerifyTokenField /> : null}
          </div>
        ))}
      </div>
    </Card>
  );
}

function PresetField({ preset }: { preset: HandshakePreset }) {
  const { name, what } = handshakeWords[preset];
  const { value, onChange, onBlur, ref } = useController({ name: `handshakes.${preset}` }).field;
  return (
    <Field layout="row" label={name} hint={what}>
      <Checkbox ref={ref} checked={value} onCheckedChange={onChange} onBlur={onBlur} />
    </Field>
  );
}

function VerifyTokenField() {
  const isOn: boolean = useWatch({ name: "handshakes.meta" });
  return isOn ? (
    <div className="pl-6.5 sm:max-w-96">
      <FormText
        name="metaVerifyToken"
        label="Verify token"
        optional
        mono
        autoComplete="off"
        hint="As entered at Meta; with another one the sender gets 403. Empty: any token will do."
      />
    </div>
  ) : null;
}
