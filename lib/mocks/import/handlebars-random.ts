import { fakeOf, optionOf } from "./handlebars-faker";
import {
  atomOf,
  type Call,
  type Compiler,
  type Expression,
  filtered,
  type Helper,
  literalValue,
  quotedText,
  textOf,
  type Value,
} from "./handlebars-kinds";
import { listOf } from "./handlebars-lists";

/** The random helpers that Mockoon had before faker. */
const older: Record<string, string> = {
  title: "person.prefix",
  firstName: "person.firstName",
  lastName: "person.lastName",
  company: "company.name",
  domain: "internet.domainName",
  tld: "internet.domainSuffix",
  email: "internet.email",
  street: "location.streetAddress",
  city: "location.city",
  country: "location.country",
  countryCode: "location.countryCode",
  zipcode: "location.zipCode",
  postcode: "location.zipCode",
  lat: "location.latitude",
  long: "location.longitude",
  phone: "phone.number",
  color: "color.human",
  hexColor: "color.rgb",
  ipv4: "internet.ipv4",
  ipv6: "internet.ipv6",
  boolean: "datatype.boolean",
  objectId: "database.mongodbObjectId",
};

const fake = (name: string, args: readonly string[] = []): Value =>
  filtered(`'${name}' | fake${args.length > 0 ? `: ${args.join(", ")}` : ""}`);

const faker: Helper = ({ params: [name, ...given], hash }, compiler) => {
  if (name?.kind !== "literal") return compiler.problem("`{{faker}}` with a name that is no text");
  const found = fakeOf(String(name.value));
  if (!found) return compiler.problem(`\`{{faker '${String(name.value).slice(0, 60)}'}}\``);
  const [first] = given;
  if (found.name === "phone.number" && first?.kind === "literal") return phone(String(first.value));
  if (found.options.length === 0 && given.length > 1 && !/^(?:helpers|lorem|string)\./.test(found.name))
    given.length = 1;
  const args = given.map((each, at) => {
    const option = found.options[at];
    const value = compiler.atom(each);
    return option ? `${option}: ${value}` : value;
  });
  for (const [key, each] of hash) {
    const option = optionOf(found.name, key);
    if (option && !hasOption(args, option)) args.push(`${option}: ${compiler.atom(each)}`);
  }
  return fake(found.name, [...args, ...found.fixed]);
};

const hasOption = (args: readonly string[], option: string) =>
  args.some((arg) => arg.startsWith(`${option}: `));

/** Formats had `#` for digits. */
const phone = (format: string): Value =>
  /[#!]/.test(format)
    ? fake("helpers.replaceSymbols", [quotedText(format.replaceAll("!", "#"))])
    : fake("phone.number");

const int: Helper = ({ params, hash }, compiler) => {
  const [lower, upper] = [hash.get("lower") ?? params[0], hash.get("upper") ?? params[1]];
  if (!lower && !upper) return fake("number.int");
  if (!lower || !upper)
    return fake("number.int", [`${lower ? "min" : "max"}: ${compiler.atom(lower ?? (upper as Expression))}`]);
  return filtered(`${compiler.atom(lower)} | random_int: ${compiler.atom(upper)}`);
};

const float: Helper = ({ params, hash }, compiler) => {
  const bounds = [hash.get("lower") ?? params[0], hash.get("upper") ?? params[1]];
  const args = bounds.flatMap((bound, at) =>
    bound ? [`${at === 0 ? "min" : "max"}: ${compiler.atom(bound)}`] : [],
  );
  return fake("number.float", args);
};

/** One of a list, or of what is given. */
function oneOf(choices: readonly Expression[], compiler: Compiler): Value {
  const given = listed(choices);
  if (!given) return filtered(`${listOf(choices, compiler)} | one_of`);
  const values = given.map((each) => compiler.atom(each));
  // An empty text in front would be no choice.
  const first = values.findIndex((value) => value !== "''" && value !== "nil");
  if (first === -1) return literalValue("");
  const [head = "''", ...rest] = [...values.slice(first), ...values.slice(0, first)];
  return rest.length === 0 ? atomOf(head) : filtered(`${head} | one_of: ${rest.join(", ")}`);
}

/** The values of `(array 'a' 'b')`, or of several arguments; undefined for a list that is known later. */
function listed(choices: readonly Expression[]): readonly Expression[] | undefined {
  if (choices.length !== 1) return choices;
  const [only] = choices;
  if (only?.kind === "call" && only.path.parts.join(".") === "array") return only.params;
  return only?.kind === "literal" ? choices : undefined;
}

function someOf(
  list: Expression,
  { least, most }: { least?: Expression; most?: Expression },
  compiler: Compiler,
): Value {
  const from = compiler.atom(least ?? { kind: "literal", value: 1 });
  const count = most ? compiler.named(filtered(`${from} | random_int: ${compiler.atom(most)}`)) : from;
  return fake("helpers.arrayElements", [listOf([list], compiler), count]);
}

const kinds: Record<string, string> = {
  ALPHANUMERIC: "string.alphanumeric",
  ALPHABETIC: "string.alpha",
  NUMERIC: "string.numeric",
  ALPHANUMERIC_AND_SYMBOLS: "string.sample",
  HEXADECIMAL: "string.hexadecimal",
};

/** WireMock's `{{randomValue length=10 type='ALPHANUMERIC'}}`. */
const randomValue: Helper = ({ hash }, compiler) => {
  const type = textOf(hash.get("type")) ?? "ALPHANUMERIC";
  if (type === "UUID") return atomOf("uuid");
  const name = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!name) return compiler.problem(`\`{{randomValue type='${type.slice(0, 40)}'}}\``);
  const length = hash.get("length");
  const args = [`length: ${length ? compiler.atom(length) : 36}`];
  if (type === "HEXADECIMAL") args.push("prefix: ''");
  const { liquid } = fake(name, args);
  if (isTrue(hash.get("uppercase"))) return filtered(`${liquid} | upcase`);
  const isMixed = type === "NUMERIC" || type === "ALPHANUMERIC_AND_SYMBOLS" || isTrue(hash.get("mixedcase"));
  return filtered(isMixed ? liquid : `${liquid} | downcase`);
};

/** WireMock's `{{random 'Name.first_name'}}`: the names of Java's faker are nearly those of ours. */
const random: Helper = ({ params: [name] }, compiler) => {
  const [module = "", method = ""] = (textOf(name) ?? "").split(".");
  const camel = method.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const wanted = `${module.charAt(0).toLowerCase()}${module.slice(1)}.${camel}`;
  const found = fakeOf(Object.hasOwn(ofJava, wanted) ? (ofJava[wanted] ?? "") : wanted);
  return found
    ? fake(found.name, found.fixed)
    : compiler.problem(`\`{{random '${textOf(name)?.slice(0, 60) ?? ""}'}}\``);
};

const ofJava: Record<string, string> = {
  "internet.emailAddress": "internet.email",
  "internet.safeEmailAddress": "internet.exampleEmail",
  "internet.uuid": "string.uuid",
  "internet.ipV4Address": "internet.ipv4",
  "internet.ipV6Address": "internet.ipv6",
  "name.name": "person.fullName",
  "name.nameWithMiddle": "person.fullName",
  "phoneNumber.phoneNumber": "phone.number",
  "phoneNumber.cellPhone": "phone.number",
  "address.fullAddress": "location.streetAddress",
  "company.industry": "commerce.department",
  "number.randomNumber": "number.int",
  "number.digit": "string.numeric",
  "book.author": "book.author",
  "bool.bool": "datatype.boolean",
};

const isTrue = (expression: Expression | undefined) => textOf(expression) === "true";

export const randomHelpers: Record<string, Helper> = {
  ...Object.fromEntries(Object.entries(older).map(([name, of]): [string, Helper] => [name, () => fake(of)])),
  faker,
  int,
  float,
  randomInt: int,
  randomDecimal: float,
  randomValue,
  random,
  uuid: () => atomOf("uuid"),
  guid: () => atomOf("uuid"),
  lorem: ({ params: [count] }, compiler) => fake("lorem.words", count ? [compiler.atom(count)] : []),
  oneOf: ({ params }, compiler) => oneOf(params, compiler),
  someOf: ({ params: [list, least, most, asArray] }, compiler) =>
    list ? ended(someOf(list, bounds(least, most), compiler), isTrue(asArray)) : literalValue(""),
  pickRandom: (call, compiler) => pickRandom(call, compiler),
};

const bounds = (least?: Expression, most?: Expression) => ({
  ...(least && { least }),
  ...(most && { most }),
});

const ended = ({ liquid }: Value, isJson: boolean) =>
  filtered(`${liquid} | ${isJson ? "json" : "join: ','"}`);

function pickRandom({ params, hash }: Call, compiler: Compiler): Value {
  const count = hash.get("count");
  if (!count) return oneOf(params, compiler);
  return fake("helpers.arrayElements", [listOf(params, compiler), compiler.atom(count)]);
}
