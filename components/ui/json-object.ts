/** The object that a text is as JSON, or what is wrong with it: continues a sentence after the field's name. */
export function readObject(text: string): { object: Record<string, unknown> } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}` };
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject
    ? { object: value as Record<string, unknown> }
    : { problem: 'must be an object, such as {"plan": "pro"}' };
}
