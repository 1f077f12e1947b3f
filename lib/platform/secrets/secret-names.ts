/** Such a word makes a name that of a secret wherever it stands, also at the end of a word: `userpassword`. */
const ofSecrets =
  /(?:passw(?:or)?d|passwrd|passphrase|passcode|pwd|secret|token|(?:api|private|access|signing|encryption|master)key)s?$/;
/** Words without anything between them, of which only the first one is that of a secret: `passwordhash`. */
const beginsAsSecret = /^passw(?:or)?d(?!less)/;

/** Words and pairs of words that mean a secret only as the last ones: `x-auth` does, and `authMethod` does not. */
const secretAtEnd: ReadonlySet<string> = new Set([
  ...["auth", "authorization", "authentication", "bearer", "credential", "credentials", "cookie", "cookies"],
  ...[
    "jwt",
    "jwts",
    "csrf",
    "xsrf",
    "otp",
    "otps",
    "totp",
    "hmac",
    "sig",
    "signature",
    "passkey",
    "cvv",
    "cvc",
  ],
  ...["sid", "sessid", "sessionid", "sessionkey", "phpsessid", "jsessionid", "usersession", "authsession"],
  ...[
    "authkey",
    "sharedkey",
    "accountkey",
    "hmackey",
    "authcode",
    "authorizationcode",
    "accesscode",
    "otpcode",
  ],
  ...["mfacode", "timecode", "logincode", "resetcode", "verificationcode", "recoverycode", "recoverycodes"],
  ...["backupcode", "backupcodes", "securitycode", "codeverifier", "connectionstring", "seedphrase"],
  ...[
    "recoveryphrase",
    "dbpass",
    "userpass",
    "smtppass",
    "mailpass",
    "proxypass",
    "userpin",
    "cardpin",
    "secretid",
  ],
]);
/** Too common in longer names. */
const secretAlone: ReadonlySet<string> = new Set(["pass", "pin", "session"]);

/** A name that ends so says something of a secret, and its value is none: `tokenType`, `passwordChangedAt`. */
const aboutSecrets: ReadonlySet<string> = new Set([
  ...[
    "count",
    "length",
    "size",
    "limit",
    "quota",
    "max",
    "min",
    "minimum",
    "maximum",
    "total",
    "usage",
    "used",
  ],
  ...["at", "on", "in", "by", "after", "before", "until", "date", "time", "expires", "expiry", "expiration"],
  ...["expired", "lifetime", "ttl", "age", "second", "minute", "hour", "day", "timeout", "rotation"],
  ...["type", "kind", "format", "algorithm", "alg", "policy", "rule", "strategy", "scheme", "method", "mode"],
  ...["id", "name", "label", "title", "placeholder", "description", "message", "error", "url", "uri"],
  ...["endpoint", "path", "arn", "version", "issuer", "audience", "scope", "provider", "status", "state"],
  ...[
    "allowed",
    "required",
    "enabled",
    "disabled",
    "valid",
    "invalid",
    "changed",
    "set",
    "reset",
    "verified",
  ],
  ...["supported", "strength", "score", "present", "exists", "field", "input", "page", "link", "santa"],
  ...["address", "symbol", "decimal", "balance", "price", "standard"],
]);
/** A name that begins so asks a question: `hasPassword`. */
const questions: ReadonlySet<string> = new Set([
  ...[
    "is",
    "has",
    "have",
    "can",
    "needs",
    "need",
    "must",
    "should",
    "requires",
    "require",
    "allow",
    "allows",
  ],
  ...["show", "hide", "supports", "use", "uses", "enable", "enables", "disable", "forgot"],
]);
/** Of a place in a list, or counted, or of a design. */
const plainTokens =
  /(?:next|previous|prev|page|paging|pagination|continuation|cursor|sync|resume|max|min|total|prompt|completion|input|output|reasoning|cached|context|used|remaining|design|colou?r)tokens?$/;
const plainSignatures = /(?:e?mail|time|key|method|function|type)signature$/;
/** What may follow the word that counts. */
const values: ReadonlySet<string> = new Set(["value", "header", "hash", "digest", "sha", "string", "param"]);

/** No name that means something is longer, and a longer one is not looked at but taken for that of a secret. */
export const nameCharsMax = 1000;

/**
 * Whether what has such a name is a secret: of a field, a header, a parameter or an element. It is read by its words,
 * however these are joined: `apiKey`, `api-key`, `X_API_KEY`. So `author` and `keyboard` are none.
 */
export function isSecretName(name: string): boolean {
  if (name.length > nameCharsMax) return true;
  const words = wordsOf(name);
  while (words.length > 1 && values.has(words.at(-1) ?? "")) words.pop();
  const last = words.at(-1);
  if (last === undefined) return false;
  const ending = (words.at(-2) ?? "") + last;
  if (plainTokens.test(ending) || plainSignatures.test(ending)) return false;
  if (questions.has(words[0] ?? "")) return false;
  if (secretAtEnd.has(last) || secretAtEnd.has(ending)) return true;
  if (words.length === 1 && secretAlone.has(last)) return true;
  if (words.length > 1 && (aboutSecrets.has(last) || aboutSecrets.has(last.replace(/s$/, "")))) return false;
  return ofSecrets.test(words.join("")) || words.some(isOfSecret);
}

const mentions =
  /passw(?:or)?d|passphrase|pwd|secret|token|api[-_ ]?key|private[-_ ]?key|authorization|bearer|credential|csrf|jwt/i;

/** Whether a text that nobody can tell the names and values of may have a secret. */
export const mayHaveSecrets = (text: string): boolean => mentions.test(text);

function isOfSecret(word: string, at: number, words: readonly string[]): boolean {
  return ofSecrets.test(word) || beginsAsSecret.test(word) || ofSecrets.test(word + (words[at + 1] ?? ""));
}

/** In lower case, without numbers and without the `x` of headers. */
function wordsOf(name: string): string[] {
  const words =
    name
      .normalize("NFKC")
      // One character can become eighteen.
      .slice(0, nameCharsMax)
      .replace(/([\p{Ll}\d])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$& ")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.length > 1 && words[0] === "x" ? words.slice(1) : words;
}
