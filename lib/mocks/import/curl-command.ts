/** Requests that one set of options makes, one for each address: what is between two `--next` of a command. */
export type CurlTransfer = {
  urls: readonly string[];
  methodOf: (at: number) => string;
  /** What is sent as the body, unless it is a form with files. */
  data: string | undefined;
  hasFile: boolean;
};

/** Short options that take a value. All others are switches, which may stand together: `-sSL`. */
const shortWithValue = "AbCcDdEeFHhKmoPQrTtUuwXxYyz";

/** Long ones that take a value, as of cURL 8: of one that is not known the value is taken for an address. */
const longWithValue: ReadonlySet<string> = new Set(
  `abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to
  continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode
  delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine
  etag-compare etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port
  ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header hostpubmd5 hostpubsha256 hsts interface ip-tos
  ipfs-gateway json keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options
  mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir
  parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert
  proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey
  proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey
  quote random-file range rate referer request request-target resolve retry retry-delay retry-max-time sasl-authzid
  service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit speed-time stderr
  telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii
  trace-config unix-socket upload-file url url-query user user-agent variable vlan-priority write-out`.split(
    /\s+/,
  ),
);

const longOf: Readonly<Record<string, string>> = {
  X: "request",
  d: "data",
  F: "form",
  T: "upload-file",
  I: "head",
  G: "get",
  ":": "next",
};

type State = {
  method: string | undefined;
  urls: string[];
  data: string[];
  hasForm: boolean;
  hasFile: boolean;
  /** Files to upload, each to one address. */
  uploads: number;
  isHead: boolean;
  isGet: boolean;
  isOver: boolean;
};

/** What the words behind `curl` are; undefined if they are no command of it. */
export function argumentsIn(words: readonly string[]): readonly string[] | undefined {
  const start = words.findIndex((word) => /(?:^|[\\/])curl(?:\.exe)?$/i.test(word));
  // A prompt, `sudo`, or a variable may stand in front.
  return start === -1 || start > 3 ? undefined : words.slice(start + 1);
}

/** What a command asks for, as far as it has addresses. After `--next` nothing is left of the options before it. */
export function* transfersOf(given: readonly string[]): Generator<CurlTransfer> {
  for (let at = 0; at < given.length; ) {
    const state: State = {
      method: undefined,
      urls: [],
      data: [],
      hasForm: false,
      hasFile: false,
      uploads: 0,
      isHead: false,
      isGet: false,
      isOver: false,
    };
    while (at < given.length && !state.isOver) at += readOption(given[at] ?? "", given[at + 1], state);
    const { urls, data, hasFile, isGet } = state;
    if (urls.length === 0) continue;
    yield {
      urls,
      methodOf: (nth) => methodOf(state, nth),
      data: isGet || data.length === 0 ? undefined : data.join("&"),
      hasFile,
    };
  }
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
      state.uploads += 1;
      state.hasFile = true;
      break;
    case "head":
      state.isHead = true;
      break;
    case "get":
      state.isGet = true;
      break;
    case "next":
      state.isOver = true;
      break;
  }
}

function methodOf({ method, data, hasForm, uploads, isHead, isGet }: State, nth: number): string {
  if (method) return method;
  if (isHead) return "HEAD";
  if (isGet) return "GET";
  if (nth < uploads) return "PUT";
  return data.length > 0 || hasForm ? "POST" : "GET";
}
