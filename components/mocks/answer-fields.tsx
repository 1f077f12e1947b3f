"use client";

import { ChevronDown } from "lucide-react";
import { useFormContext } from "react-hook-form";
import type { AnswerFormValues } from "@/components/mocks/answer-form-values";
import { ResponseBodyField } from "@/components/mocks/response-body-field";
import { ResponseHeadersField } from "@/components/mocks/response-headers-field";
import { Button } from "@/components/ui/button";
import { FormText } from "@/components/ui/form-text";
import { Menu, MenuItem } from "@/components/ui/menu";

/** Status, delay, body and headers of an answer. Lives inside the form of whatever gives it. */
export function AnswerFields() {
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex items-start gap-1.5">
          <div className="flex-1">
            <FormText name="statusCode" label="Status code" mono inputMode="numeric" />
          </div>
          <CommonStatusCodes />
        </div>
        <FormText name="delayMs" label="Delay" hint="At most 30000." mono inputMode="numeric" suffix="ms" />
      </div>
      <ResponseBodyField />
      <ResponseHeadersField />
    </div>
  );
}

const commonCodes = [
  [200, "OK"],
  [201, "Created"],
  [202, "Accepted"],
  [204, "No content"],
  [301, "Moved permanently"],
  [302, "Found"],
  [400, "Bad request"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "Not found"],
  [409, "Conflict"],
  [422, "Unprocessable content"],
  [429, "Too many requests"],
  [500, "Internal server error"],
  [502, "Bad gateway"],
  [503, "Service unavailable"],
] as const;

function CommonStatusCodes() {
  const { setValue } = useFormContext<AnswerFormValues>();
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
          onClick={() => setValue("statusCode", String(code), { shouldDirty: true, shouldValidate: true })}
        >
          <span className="mr-2 font-mono">{code}</span>
          {phrase}
        </MenuItem>
      ))}
    </Menu>
  );
}
