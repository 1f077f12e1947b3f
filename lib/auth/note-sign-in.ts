import type { Ctx } from "@/lib/operations/context";
import { mailNotice } from "./notice-mail";
import { rememberPlace } from "./sign-in-places";

/** Remembers from where somebody signed in, and tells them of a place that is new. */
export async function noteSignIn(ctx: Ctx, { id, email }: { id: string; email: string }): Promise<void> {
  if (await rememberPlace(ctx, id, ctx.clientAddress)) mailNotice(ctx, email, "newPlace");
}
