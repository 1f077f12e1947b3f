import type { ValidateFunction } from "ajv/dist/2020";
import { expect } from "vitest";
import { validatorAt } from "./described";

/** A request as a receiver of webhooks gets it. */
export type Received = { headers: Record<string, string>; body: string };

/** Compares events with the webhooks of the OpenAPI document: their types, bodies and signature headers. */
export async function expectDescribed(events: readonly Received[]): Promise<void> {
  for (const { headers, body } of events) {
    const payload = JSON.parse(body) as { type: string };
    const pointer = `/webhooks/${payload.type}/post`;
    const { parameters } = (await validatorAt(pointer)).found as { parameters: { name: string }[] };
    const content = await validatorAt(`${pointer}/requestBody/content/application~1json/schema`);
    expectValid(content.validate(), payload);
    const names = parameters.map(({ name }) => name);
    expect(Object.keys(headers).filter((name) => name.startsWith("webhook-"))).toEqual(names);
    for (const [at, name] of names.entries()) {
      const schema = await validatorAt(`${pointer}/parameters/${at}/schema`);
      expectValid(schema.validate(), headers[name]);
    }
  }
}

function expectValid(validate: ValidateFunction, value: unknown): void {
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
}
