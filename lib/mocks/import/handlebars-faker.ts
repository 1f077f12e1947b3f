import { fakeNames } from "../templates/fake/fake-names";

/** Methods of older fakers, and what they are called today, with what has to be given besides. */
const renamed: Record<string, string> = {
  "address.cityName": "location.city",
  "address.cityPrefix": "location.city",
  "address.citySuffix": "location.city",
  "address.stateAbbr": "location.state abbreviated: true",
  "address.streetName": "location.street",
  "address.streetPrefix": "location.street",
  "address.streetSuffix": "location.street",
  "commerce.color": "color.human",
  "company.bs": "company.buzzPhrase",
  "company.bsAdjective": "company.buzzAdjective",
  "company.bsBuzz": "company.buzzVerb",
  "company.bsNoun": "company.buzzNoun",
  "company.catchPhraseDescriptor": "company.catchPhraseDescriptor",
  "company.companyName": "company.name",
  "company.companySuffix": "company.name",
  "datatype.bigInt": "number.bigInt",
  "datatype.datetime": "date.anytime",
  "datatype.float": "number.float",
  "datatype.hexaDecimal": "string.hexadecimal",
  "datatype.hexadecimal": "string.hexadecimal",
  "datatype.number": "number.int",
  "datatype.string": "string.sample",
  "datatype.uuid": "string.uuid",
  "finance.account": "finance.accountNumber",
  "finance.mask": "finance.accountNumber",
  "finance.maskedNumber": "finance.accountNumber",
  "git.shortSha": "git.commitSha length: 7",
  "helpers.randomize": "helpers.arrayElement",
  "helpers.regexpStyleStringParse": "helpers.fromRegExp",
  "helpers.replaceSymbolWithNumber": "helpers.replaceSymbols",
  "image.avatarLegacy": "image.avatar",
  "image.image": "image.url",
  "image.imageUrl": "image.url",
  "image.urlLoremFlickr": "image.url",
  "image.urlPlaceholder": "image.url",
  "internet.avatar": "image.avatar",
  "internet.color": "color.rgb",
  "internet.userName": "internet.username",
  "location.cityName": "location.city",
  "location.stateAbbr": "location.state abbreviated: true",
  "location.streetName": "location.street",
  "name.findName": "person.fullName",
  "name.title": "person.jobTitle",
  "phone.phoneFormats": "phone.number",
  "phone.phoneNumber": "phone.number",
  "phone.phoneNumberFormat": "phone.number",
  "random.alpha": "string.alpha",
  "random.alphaNumeric": "string.alphanumeric",
  "random.arrayElement": "helpers.arrayElement",
  "random.arrayElements": "helpers.arrayElements",
  "random.boolean": "datatype.boolean",
  "random.float": "number.float",
  "random.hexaDecimal": "string.hexadecimal",
  "random.image": "image.url",
  "random.locale": "location.countryCode",
  "random.number": "number.int",
  "random.numeric": "string.numeric",
  "random.objectElement": "helpers.objectValue",
  "random.uuid": "string.uuid",
  "random.word": "word.sample",
  "random.words": "word.words",
  "string.special": "string.symbol",
  "time.recent": "date.recent",
};
const renamedModules: Record<string, string> = { address: "location", name: "person" };
const imageKinds =
  /^image\.(?:abstract|animals|business|cats|city|fashion|food|nature|nightlife|people|sports|technics|transport)$/;

/** What arguments in order are called today, where a method takes them by name. */
const options: Record<string, string> = {
  "commerce.price": "min max dec symbol",
  "date.between": "from to",
  "date.betweens": "from to count",
  "date.future": "years refDate",
  "date.past": "years refDate",
  "date.recent": "days refDate",
  "date.soon": "days refDate",
  "finance.amount": "min max dec symbol autoFormat",
  "finance.iban": "formatted countryCode",
  "image.url": "width height",
  "internet.displayName": "firstName lastName",
  "internet.email": "firstName lastName provider",
  "internet.password": "length memorable",
  "internet.username": "firstName lastName",
  "location.latitude": "max min precision",
  "location.longitude": "max min precision",
  "string.hexadecimal": "length",
};

export type Fake = {
  name: string;
  /** Fixed arguments by name, as Liquid. */
  fixed: string[];
  /** What its arguments in order are called; empty where they stay in order. */
  options: string[];
};

/** What is called today what somebody calls so; undefined if there is no such thing. */
export function fakeOf(written: string): Fake | undefined {
  const [module = "", ...rest] = written.split(".");
  const moved = Object.hasOwn(renamedModules, module)
    ? `${renamedModules[module]}.${rest.join(".")}`
    : written;
  const own = (name: string) => (Object.hasOwn(renamed, name) ? renamed[name] : undefined);
  const known = own(written) ?? own(moved) ?? (imageKinds.test(written) ? "image.url" : moved);
  const [name = "", ...fixed] = known.split(/ (.*)/).filter(Boolean);
  if (!fakeNames.has(name)) return undefined;
  const places = Object.hasOwn(options, name) ? options[name] : undefined;
  return { name, fixed, options: places?.split(" ") ?? [] };
}

/** Names of options that were others once. @returns undefined for what has no counterpart */
export function optionOf(fake: string, option: string): string | undefined {
  if (option === "precision" && fake === "number.float") return "multipleOf";
  if (option === "precision" && fake === "number.int") return undefined;
  return /^[A-Za-z]\w*$/.test(option) ? option : undefined;
}
