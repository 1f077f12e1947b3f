import type { NamedValues, RequestView } from "./responses/request-view";
import type { TemplateData } from "./templates/template-data";

/** What a template sees of a request. @param mentions whether it asks for what is in the body */
export function requestData(view: RequestView, mentions: { body: boolean }): TemplateData {
  return {
    method: view.method,
    path: view.path,
    params: { ...view.params },
    query: fieldsOf(view.query),
    headers: fieldsOf(view.headers),
    cookies: fieldsOf(view.cookies),
    body: mentions.body ? view.bodyText : "",
    form: mentions.body ? fieldsOf(view.form) : {},
    ip: view.ip,
  };
}

/** A name that came once has a text, one that came several times a list. Entries, because names are strangers'. */
const fieldsOf = (values: NamedValues): Record<string, string | readonly string[]> =>
  Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? "") : all]));
