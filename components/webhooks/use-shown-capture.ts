"use client";

import { useState } from "react";
import type { CapturedRequest } from "@/lib/webhooks/contract";

export type ShownCapture = {
  request: CapturedRequest | undefined;
  /** One was asked for that is not there, or not any more. */
  missing: boolean;
  /** Makes another one the default, such as the neighbour of one that goes. */
  prefer: (id: string | undefined) => void;
};

/**
 * The capture in the detail: the chosen one, else on wide screens the newest there was when none was shown. It
 * stays when newer ones come, so that nothing is taken away from whoever reads it.
 */
export function useShownCapture(
  requests: readonly CapturedRequest[],
  matching: readonly CapturedRequest[],
  selected: string,
  wide: boolean,
): ShownCapture {
  const [preferred, setPreferred] = useState(matching[0]?.id);
  if (selected) {
    const request = requests.find(({ id }) => id === selected);
    return { request, missing: !request, prefer: setPreferred };
  }
  const request = matching.find(({ id }) => id === preferred) ?? matching[0];
  if (request && request.id !== preferred) setPreferred(request.id);
  return { request: wide ? request : undefined, missing: false, prefer: setPreferred };
}
