import { fakeNames } from "./fake/fake-names";

/*
 * What templates are made of, for whoever writes one. The engine has the same names, and a test compares them: it can't be
 * asked in a browser.
 */

/** A name, and what it is. */
export type Word = { label: string; detail?: string; section?: string };

const listed = (names: string): Word[] =>
  names
    .trim()
    .split(/\s+/)
    .map((label) => ({ label }));

const told = (words: Record<string, string>): Word[] =>
  Object.entries(words).map(([label, detail]) => ({ label, detail }));

export const variables = told({
  request: "what was called",
  now: "the time, as ISO 8601",
  uuid: "another ID each time",
  counter: "the number of the call",
});

/** What templates of inboxes have besides. */
export const ofInboxes = told({ capture: "what the request was captured as" });
export const ofCapture = told({ id: "of the capture", sequence: "its number in the inbox" });

export const keywords = listed("true false nil empty blank and or contains not in reversed limit offset");

export const ofRequest = told({
  method: "GET, POST, …",
  path: "as sent, without query",
  params: "placeholders of the endpoint",
  query: "of the address",
  headers: "names in lower case",
  cookies: "by name",
  json: "the body read as JSON",
  form: "fields of a form",
  body: "the body as text",
  ip: "of the caller",
});

export const requestHeaders = listed(`
  accept accept-language authorization content-length content-type cookie host idempotency-key
  if-match if-none-match origin referer user-agent x-api-key x-forwarded-for x-request-id
`);

export const ofLoop = listed("first last index index0 rindex rindex0 length");

export const tags = told({
  if: "condition",
  elsif: "condition",
  else: "",
  endif: "",
  unless: "condition",
  endunless: "",
  case: "value",
  when: "value",
  endcase: "",
  for: "item in list",
  endfor: "",
  break: "",
  continue: "",
  repeat: "3, separator: ','",
  endrepeat: "",
  assign: "name = value",
  capture: "name",
  endcapture: "",
  seed: "the same made-up data for the same value",
  cycle: "'odd', 'even'",
  increment: "name",
  decrement: "name",
  echo: "value",
  liquid: "tags on lines of their own",
  tablerow: "item in list",
  endtablerow: "",
  comment: "",
  endcomment: "",
  raw: "",
  endraw: "",
});

export const filters = [
  ...told({
    fake: "made-up data: 'person.fullName' | fake",
    json: "as JSON",
    default: "what stands for nothing",
    random_int: "lowest, highest",
    one_of: "one of these",
    sample: "one of a list",
    date: "'%Y-%m-%d', zone",
    date_add: "amount, 'days'",
    parse_json: "a text read as JSON",
    to_number: "a text as number",
    where: "property, value",
    map: "property",
    join: "separator",
    split: "separator",
    size: "of a list or text",
    plus: "number",
    minus: "number",
    times: "number",
    divided_by: "number",
    round: "digits",
    upcase: "LIKE THIS",
    downcase: "like this",
    replace: "what, by what",
    slice: "from, length",
    truncate: "length",
    append: "text",
    prepend: "text",
    base64_encode: "",
    sha256: "hash",
    md5: "hash",
  }),
  ...listed(`
    abs array_to_sentence_string at_least at_most base64_decode capitalize ceil cgi_escape compact
    concat date_to_long_string date_to_rfc822 date_to_string date_to_xmlschema escape escape_once find find_index first
    floor group_by has hmac_sha256 inspect jsonify last lstrip modulo newline_to_br normalize_whitespace
    number_of_words pop push raw reject remove remove_first remove_last replace_first replace_last
    reverse rstrip shift slugify sort sort_natural squish strip strip_html strip_newlines sum
    to_integer truncatewords uniq unshift uri_escape url_decode url_encode xml_escape
  `),
];

/** The usual ones come first. */
const usualFakes = new Set([
  ...["person.fullName", "person.firstName", "person.lastName", "internet.email", "string.uuid"],
  ...["number.int", "date.past", "date.future", "lorem.sentence", "phone.number", "company.name"],
  ...["location.city", "location.country", "commerce.price", "commerce.productName", "datatype.boolean"],
]);

export const fakes: Word[] = [...fakeNames]
  .sort((one, other) => Number(usualFakes.has(other)) - Number(usualFakes.has(one)))
  .map((label) => ({ label }));
