import { ApiError } from "@/lib/operations/client";

/** What went wrong between browser and passkey, in words. What the API says is shown as it is. */
export function passkeyProblem(error: unknown): { message: string } | undefined {
  if (error instanceof ApiError || !(error instanceof Error)) return undefined;
  if (error.name === "NotAllowedError" || error.name === "AbortError") {
    return { message: "The browser ended it: it was cancelled, or took too long. Try again." };
  }
  if (error.name === "InvalidStateError") return { message: "There is a passkey for your account already." };
  if (error.name === "SecurityError") {
    return { message: "Passkeys do not work at this address. Open Fieldkit at its own address." };
  }
  return { message: error.message };
}
