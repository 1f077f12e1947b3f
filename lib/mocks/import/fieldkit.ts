import { createMock } from "@/lib/mocks/contract";
import type { Converted, Converter, MockFields } from "./converted";
import { fieldOf, isFields } from "./read-document-values";

const names = Object.keys(createMock.body.shape);

/** Our own form: `{"fieldkit": 1, "mocks": […]}`, each mock as the API shows it. Ids and times are made anew. */
export const convertFieldkit: Converter = (document) => {
  const mocks = fieldOf(document, "mocks");
  return (Array.isArray(mocks) ? mocks : []).map((mock, at): Converted => {
    const source = `mocks.${at}`;
    if (!isFields(mock)) return { source, skipped: "It is no object." };
    const fields = Object.fromEntries(Object.entries(mock).filter(([name]) => names.includes(name)));
    // What is wrong with it is found as for all others.
    return { source: `${mock.method} ${mock.endpoint}`, mock: fields as MockFields, notes: [] };
  });
};
