/** What documents that can be imported have at their top. */
const marks = ["openapi", "swagger", "fieldkit", "log", "mappings", "routes", "collection", "item"];

/** Of several files the one that is a document, and the others, which it may mention. */
export async function documentAmong(
  given: readonly File[],
): Promise<{ document: File | undefined; others: readonly File[] }> {
  const [first] = given;
  if (given.length < 2) return { document: first, others: [] };
  let document: File | undefined;
  for (const file of given) document ??= (await isDocument(file)) ? file : undefined;
  document ??= given.find(({ name }) => mayBeDocument.test(name));
  return { document, others: given.filter((file) => file !== document) };
}

const mayBeDocument = /\.(?:json|ya?ml|har)$/i;

async function isDocument(file: File): Promise<boolean> {
  if (!mayBeDocument.test(file.name)) return false;
  const text = await file.text();
  if (/\.ya?ml$/i.test(file.name)) return /^["']?(?:openapi|swagger|fieldkit)["']?\s*:/m.test(text);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return false;
    const has = (name: string) => Object.hasOwn(value, name);
    return marks.some(has) || (has("request") && has("response"));
  } catch {
    return false;
  }
}
