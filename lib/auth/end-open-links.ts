import { eq } from "drizzle-orm";
import { verifications } from "@/db/schema/auth";
import type { Ctx } from "@/lib/operations/context";

/** Links for a new password and half-made sign-ins of somebody count no more, because what they stood on has changed. */
export async function endOpenLinks({ db }: Pick<Ctx, "db">, userId: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.value, userId));
}
