import type { Db } from "@/db/client";
import { countRate } from "@/lib/auth/limits";
import { AppError } from "@/lib/operations/errors";
import type { Model } from "@/lib/platform/ai/model";
import { ModelError } from "@/lib/platform/ai/model-error";
import { quotaOf } from "@/lib/platform/quotas/quota-of";

/** The model, which answers a project only so many questions in a day. Beyond that the rules write. */
export function countedModel(
  model: Model,
  projectId: string,
  { db, now }: { db: Db; now: () => Date },
): Model {
  return {
    id: model.id,
    async ask(question) {
      try {
        await countRate({ db, now }, "modelCallsPerDay", projectId);
      } catch (cause) {
        if (!(cause instanceof AppError) || cause.code !== "rate_limited") throw cause;
        const message = `has answered this project the ${quotaOf("modelCallsPerDay")} questions that it may ask in a day`;
        throw new ModelError("limit", message, { cause });
      }
      return model.ask(question);
    },
  };
}
