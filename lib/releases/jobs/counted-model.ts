import type { Db } from "@/db/client";
import { countRate } from "@/lib/auth/limits";
import { AppError } from "@/lib/operations/errors";
import type { Model } from "@/lib/platform/ai/model";
import { ModelError } from "@/lib/platform/ai/model-error";
import { quotaOf } from "@/lib/platform/quotas/quota-of";

/** Counts a project's question to the model; false when it may ask no more today. */
export async function mayAskModel(ctx: { db: Db; now: () => Date }, projectId: string): Promise<boolean> {
  try {
    await countRate(ctx, "modelCallsPerDay", projectId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return false;
    throw error;
  }
}

/** The model, which answers a project only so many questions in a day. Beyond that the rules write. */
export function countedModel(model: Model, mayAsk: () => Promise<boolean>): Model {
  return {
    id: model.id,
    async ask(question) {
      if (await mayAsk()) return model.ask(question);
      const message = `has answered this project the ${quotaOf("modelCallsPerDay")} questions that it may ask in a day`;
      throw new ModelError("limit", message);
    },
  };
}
