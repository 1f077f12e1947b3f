export type CurlCommand = {
  method: string;
  url: string;
  /** What is sent as the body, unless it is a form with files. */
  data: string | undefined;
  hasFile: boolean;
};

/** Short options that take a value. All others are switches, which may stand together: `-sSL`. */
const shortWithValue = "AbCcDdEeFHhKmoPQrTtUuwXxYyz";

/** Long ones that take a value, as far as they are in use; of an unknown one the value is taken for an address. */
const longWithValue: ReadonlySet<string> = new Set(
  `abstract-unix-socket aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to continue-at cookie
  cookie-jar data data-ascii data-binary data-raw data-urlencode dns-servers doh-url dump-header engine expect100-timeout form
  form-string header interface json keepalive-time key key-type limit-rate max-filesize max-redirs max-time netrc-file noproxy
  oauth2-bearer output output-dir parallel-max pass pinnedpubkey preproxy proto proto-default proxy proxy-header proxy-user range
  rate referer request request-target resolve retry retry-delay retry-max-time speed-limit speed-time stderr tls-max tls13-ciphers
  trace trace-ascii unix-socket upload-file url url-query user user-agent write-out variable`.split(/\s+/),
);

const longOf: Readonly<Record<string, string>> = {
  X: "request",
  d: "data",
  F: "form",
  T: "upload-file",
  I: "head",
  G: "get",
};

type State = {
  method: string | undefined;
  urls: string[];
  data: string[];
  hasForm: boolean;
  hasFile: boolean;
  isUpload: boolean;
  isHead: boolean;
  isGet: boolean;
};

/** What a command asks for; undefined if it is none of cURL. */
export function readCommand(words: readonly string[]): CurlCommand | undefined {
  const start = words.findIndex((word) => /(?:^|[\\/])curl(?:\.exe)?$/i.test(word));
  // A prompt, `sudo`, or a variable may stand in front.
  if (start === -1 || start > 3) return undefined;
  const state: State = {
    method: undefined,
    urls: [],
    data: [],
    hasForm: false,
    hasFile: false,
    isUpload: false,
    isHead: false,
    isGet: false,
  };
  for (let at = start + 1; at < words.length; ) at += readOption(words[at] ?? "", words[at + 1], state);
  return {
    method: methodOf(state),
    url: state.urls[0] ?? "",
    data: state.isGet || state.data.length === 0 ? undefined : state.data.join("&"),
    hasFile: state.hasFile,
  };
}

/** @returns how many words were read */
function readOption(word: string, next: string | undefined, state: State): number {
  if (!word.startsWith("-") || word === "-") {
    state.urls.push(word);
    return 1;
  }
  if (word.startsWith("--")) return readLong(word.slice(2), next, state);
  for (let at = 1; at < word.length; at++) {
    const letter = word[at] ?? "";
    const name = longOf[letter] ?? "";
    if (!shortWithValue.includes(letter)) {
      take(name, "", state);
      continue;
    }
    const rest = word.slice(at + 1);
    take(name, rest === "" ? (next ?? "") : rest, state);
    return rest === "" ? 2 : 1;
  }
  return 1;
}

function readLong(option: string, next: string | undefined, state: State): number {
  const [, name = option, value] = /^([a-z0-9-]+)=(.*)$/s.exec(option) ?? [];
  if (value !== undefined || !longWithValue.has(name)) {
    take(name, value ?? "", state);
    return 1;
  }
  take(name, next ?? "", state);
  return 2;
}

function take(name: string, value: string, state: State): void {
  switch (name) {
    case "request":
      state.method = value.trim().toUpperCase();
      break;
    case "url":
      state.urls.push(value);
      break;
    case "data":
    case "data-ascii":
    case "data-binary":
    case "json":
      if (value.startsWith("@")) state.hasFile = true;
      state.data.push(value.startsWith("@") ? "" : value);
      break;
    case "data-raw":
    case "data-urlencode":
      state.data.push(value);
      break;
    case "form":
    case "form-string":
      state.hasForm = true;
      state.hasFile ||= /=[@<]/.test(value);
      break;
    case "upload-file":
      state.isUpload = true;
      state.hasFile = true;
      break;
    case "head":
      state.isHead = true;
      break;
    case "get":
      state.isGet = true;
      break;
  }
}

function methodOf({ method, data, hasForm, isUpload, isHead, isGet }: State): string {
  if (method) return method;
  if (isHead) return "HEAD";
  if (isGet) return "GET";
  if (isUpload) return "PUT";
  return data.length > 0 || hasForm ? "POST" : "GET";
}
