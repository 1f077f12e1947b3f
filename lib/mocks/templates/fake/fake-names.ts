import { words } from "../engine/words";

/**
 * The methods of faker that templates may call, in its modules. Written down, so that an update of faker adds nothing by
 * itself, and so that a name can be checked without faker; a test compares it with what there is. Left out are methods
 * that call functions or evaluate texts, and those that are deprecated.
 */
const methodsOfModules = {
  airline: "aircraftType airline airplane airport flightNumber recordLocator seat",
  animal: `
    bear bird cat cetacean cow crocodilia dog fish horse insect lion petName rabbit rodent snake
    type
  `,
  book: "author format genre publisher series title",
  color: `
    cmyk colorByCSSColorSpace cssSupportedFunction cssSupportedSpace hsl human hwb lab lch rgb
    space
  `,
  commerce: `
    department isbn price product productAdjective productDescription productMaterial
    productName upc
  `,
  company: `
    buzzAdjective buzzNoun buzzPhrase buzzVerb catchPhrase catchPhraseAdjective
    catchPhraseDescriptor catchPhraseNoun name
  `,
  database: "collation column engine mongodbObjectId type",
  datatype: "boolean",
  date: "anytime between betweens birthdate future month past recent soon timeZone weekday",
  finance: `
    accountName accountNumber amount bic bitcoinAddress creditCardCVV creditCardIssuer
    creditCardNumber currency currencyCode currencyName currencyNumericCode currencySymbol
    ethereumAddress iban litecoinAddress pin routingNumber transactionDescription
    transactionType
  `,
  food: "adjective description dish ethnicCategory fruit ingredient meat spice vegetable",
  git: "branch commitDate commitEntry commitMessage commitSha",
  hacker: "abbreviation adjective ingverb noun phrase verb",
  helpers: `
    arrayElement arrayElements enumValue fromRegExp objectEntry objectKey objectValue
    replaceCreditCardSymbols replaceSymbols shuffle slugify uniqueArray weightedArrayElement
  `,
  image: "avatar avatarGitHub dataUri personPortrait url urlPicsumPhotos",
  internet: `
    displayName domainName domainSuffix domainWord email emoji exampleEmail httpMethod
    httpStatusCode ip ipv4 ipv6 jwt jwtAlgorithm mac password port protocol url userAgent
    username
  `,
  location: `
    buildingNumber cardinalDirection city continent country countryCode county direction
    language latitude longitude nearbyGPSCoordinate ordinalDirection postalAddress
    secondaryAddress state street streetAddress timeZone zipCode
  `,
  lorem: "lines paragraph paragraphs sentence sentences slug text word words",
  music: "album artist genre songName",
  number: "bigInt binary float hex int octal romanNumeral",
  person: `
    bio firstName fullName gender jobArea jobDescriptor jobTitle jobType lastName middleName
    prefix sex sexType suffix zodiacSign
  `,
  phone: "imei number",
  science: "chemicalElement unit",
  string: `
    alpha alphanumeric binary fromCharacters hexadecimal nanoid numeric octal sample symbol ulid
    uuid
  `,
  system: `
    commonFileExt commonFileName commonFileType cron directoryPath fileExt fileName filePath
    fileType mimeType networkInterface semver
  `,
  vehicle: "bicycle color fuel manufacturer model type vehicle vin vrm",
  word: "adjective adverb conjunction interjection noun preposition sample verb words",
};
export const fakeNames: ReadonlySet<string> = new Set(
  Object.entries(methodsOfModules).flatMap(([module, methods]) =>
    words(methods).map((method) => `${module}.${method}`),
  ),
);
