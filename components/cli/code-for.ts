import { createKeyCode } from "@/lib/keys/codes/contract";
import { ApiError } from "@/lib/operations/client";

/**
 * The code for which a command line gets this key. Asked with the key itself and without the session, so that nobody can
 * hand over a key that they do not have.
 */
export async function codeFor(key: string, challenge: string): Promise<string> {
  const response = await fetch(createKeyCode.path, {
    method: createKeyCode.method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ challenge }),
    credentials: "omit",
  });
  const answer: { code?: string; error?: string } = await response.json().catch(() => ({}));
  if (response.ok && answer.code) return answer.code;
  const message = answer.error ?? "The key could not be handed over. Try again.";
  throw new ApiError(message, response.status, "", []);
}
