"use client";

import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { AnswerBodyField } from "@/components/mocks/answer-body-field";
import { AnswerHeadersField } from "@/components/mocks/answer-headers-field";
import { commonCodes, phraseOfStatus } from "@/components/mocks/presets-status";
import { SendingField } from "@/components/mocks/sending-field";
import { Button } from "@/components/ui/button";
import { FormText } from "@/components/ui/form-text";
import { Menu, MenuItem } from "@/components/ui/menu";

type Within = {
  /** Before the names of the fields, if the answer is a part of what the form edits: `responses.0.`. */
  within?: string;
};

/**
 * Status, delay, body and headers of an answer, and how it is made and sent. Must be inside the form of a mock or an inbox.
 * @param isMock answers of mocks may be files, too, and their templates know placeholders
 */
export function AnswerFields({ within = "", isMock = false }: Within & { isMock?: boolean }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex items-start gap-1.5">
          <div className="flex-1">
            <StatusField within={within} />
          </div>
          <CommonStatusCodes within={within} />
        </div>
        <FormText
          name={`${within}delayMs`}
          label="Delay"
          hint="At most 30000."
          mono
          inputMode="numeric"
          suffix="ms"
        />
      </div>
      <AnswerBodyField within={within} isMock={isMock} />
      <AnswerHeadersField within={within} />
      <SendingField within={within} />
    </div>
  );
}

/** Any code may be typed, and is said in words. */
function StatusField({ within }: Required<Within>) {
  const code: string = useWatch({ name: `${within}statusCode` });
  const id = useId();
  return (
    <>
      <FormText
        name={`${within}statusCode`}
        label="Status code"
        mono
        inputMode="numeric"
        list={id}
        suffix={<span className="max-w-40 truncate font-sans">{phraseOfStatus(code) || "Status"}</span>}
      />
      <datalist id={id}>
        {commonCodes.map(([each, phrase]) => (
          <option key={each} value={each}>
            {phrase}
          </option>
        ))}
      </datalist>
    </>
  );
}

function CommonStatusCodes({ within }: Required<Within>) {
  const { setValue } = useFormContext();
  return (
    <Menu
      trigger={
        <Button size="icon" aria-label="Common status codes" className="mt-6.5">
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {commonCodes.map(([code, phrase]) => (
        <MenuItem
          key={code}
          onClick={() =>
            setValue(`${within}statusCode`, String(code), { shouldDirty: true, shouldValidate: true })
          }
        >
          <span className="mr-2 font-mono">{code}</span>
          {phrase}
        </MenuItem>
      ))}
    </Menu>
  );
}
