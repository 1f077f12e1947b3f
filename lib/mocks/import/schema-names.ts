/**
 * What a property of this name usually holds. Names are looked up whole and by their last words: `billingEmail` is an
 * `email`. All of it is made up: example.com is reserved, and so are telephone numbers with 555-01.
 */
const texts = new Map<string, string>(
  Object.entries({
    name: "Example",
    "first name": "Ada",
    firstname: "Ada",
    "given name": "Ada",
    "last name": "Lovelace",
    lastname: "Lovelace",
    surname: "Lovelace",
    "family name": "Lovelace",
    "full name": "Ada Lovelace",
    fullname: "Ada Lovelace",
    "display name": "Ada Lovelace",
    author: "Ada Lovelace",
    owner: "Ada Lovelace",
    username: "ada",
    "user name": "ada",
    login: "ada",
    nickname: "ada",
    email: "ada@example.com",
    "email address": "ada@example.com",
    mail: "ada@example.com",
    phone: "+12025550123",
    telephone: "+12025550123",
    mobile: "+12025550123",
    "phone number": "+12025550123",
    url: "https://example.com",
    uri: "https://example.com",
    href: "https://example.com",
    link: "https://example.com",
    website: "https://example.com",
    homepage: "https://example.com",
    location: "https://example.com",
    avatar: "https://example.com/avatar.png",
    image: "https://example.com/image.png",
    "image url": "https://example.com/image.png",
    "avatar url": "https://example.com/avatar.png",
    domain: "example.com",
    host: "example.com",
    hostname: "example.com",
    ip: "192.0.2.1",
    "ip address": "192.0.2.1",
    city: "Berlin",
    country: "Germany",
    "country code": "DE",
    region: "Europe",
    state: "Berlin",
    street: "1 Example Street",
    "street address": "1 Example Street",
    address: "1 Example Street",
    line1: "1 Example Street",
    zip: "10115",
    "zip code": "10115",
    "postal code": "10115",
    postcode: "10115",
    currency: "EUR",
    "currency code": "EUR",
    language: "en",
    "language code": "en",
    locale: "en-US",
    timezone: "Europe/Berlin",
    "time zone": "Europe/Berlin",
    company: "Example Inc.",
    organization: "Example Inc.",
    title: "An example",
    subject: "An example",
    label: "Example",
    description: "An example",
    summary: "An example",
    message: "An example",
    comment: "An example",
    text: "An example",
    slug: "example",
    version: "1.0.0",
    color: "#336699",
    filename: "example.txt",
    "file name": "example.txt",
    "mime type": "application/json",
    "content type": "application/json",
    date: "2026-01-15",
    time: "09:30:00Z",
    timestamp: "2026-01-15T09:30:00Z",
    at: "2026-01-15T09:30:00Z",
    created: "2026-01-15T09:30:00Z",
    updated: "2026-01-15T09:30:00Z",
    modified: "2026-01-15T09:30:00Z",
    expires: "2026-12-31T09:30:00Z",
    id: "1",
    uuid: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    guid: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
  }),
);

const numbers = new Map<string, number>(
  Object.entries({
    id: 1,
    age: 36,
    year: 2026,
    month: 1,
    day: 15,
    hour: 9,
    minute: 30,
    price: 9.99,
    amount: 100,
    total: 100,
    count: 1,
    quantity: 1,
    page: 1,
    limit: 20,
    size: 20,
    "per page": 20,
    "page size": 20,
    offset: 0,
    rating: 4.5,
    percent: 50,
    percentage: 50,
    latitude: 52.52,
    lat: 52.52,
    longitude: 13.405,
    lng: 13.405,
    lon: 13.405,
    port: 8080,
    width: 640,
    height: 480,
    weight: 1,
    timestamp: 1_768_469_400,
    at: 1_768_469_400,
    created: 1_768_469_400,
    updated: 1_768_469_400,
  }),
);

export const textByName = (name: string): string | undefined => byName(texts, name);

export const numberByName = (name: string): number | undefined => byName(numbers, name);

function byName<T>(known: ReadonlyMap<string, T>, name: string): T | undefined {
  const words = wordsOf(name);
  for (const length of [words.length, 2, 1]) {
    if (length > words.length) continue;
    const last = words.slice(-length).join(" ");
    const found = known.get(last) ?? known.get(last.replace(/s$/, ""));
    if (found !== undefined) return found;
  }
  return undefined;
}

const wordsOf = (name: string): string[] =>
  name
    .slice(0, 100)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
