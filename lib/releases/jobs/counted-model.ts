import type { Model } from "@/lib/platform/ai/model";
import { ModelError } from "@/lib/platform/ai/model-error";
import { quotaOf } from "@/lib/platform/quotas/quota-of";

/**
 * The model, which answers a project only so many questions in a day. Beyond that the rules write.
 * @param mayAsk counts a question; false when the project may ask no more today
 */
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
