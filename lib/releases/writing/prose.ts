/** Top-level domains by which a bare address is recognised. Others are names of files and libraries too often. */
const bareHost =
  /\b(?:[\p{L}\p{N}-]{1,63}\.){1,8}(?:com|net|org|info|biz|xyz|example|test|ru|cn|tk|top|site|online|shop|click|link)\b(?::\d+)?(?:[/?#]\S*)?/giu;

/**
 * A model's words as one line of plain prose. Addresses, HTML, Markdown's links and code fences, mentions, e-mail
 * addresses, commit names and numbers of pull requests are removed: code adds those that belong there. The meaning of
 * the words is not checked here.
 * @param lengthMax in characters; longer texts end in an ellipsis
 */
export function plainProse(text: string, lengthMax: number): string {
  let plain = stripped(text.slice(0, lengthMax * 10).normalize("NFC"));
  // Removing something may leave something else that has to be removed: <scr<b>ipt>.
  for (let before = ""; before !== plain; plain = stripped(plain)) before = plain;
  // Without a letter it is a rule or a bullet, not a sentence.
  if (!/\p{L}/u.test(plain)) return "";
  return plain.length > lengthMax ? `${plain.slice(0, lengthMax - 1).trimEnd()}…` : plain;
}

function stripped(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]+/gu, "")
    .replace(/```+|~~~+|\*\*+/g, "")
    .replace(/!?\[([^\][]*)\](?:\([^()]*\)|\[[^\][]*\])?/g, "$1")
    .replace(/\]\([^\s()]*\)?/g, " ")
    .replace(/<[a-z!?/][^<>]*>/gi, "")
    .replace(/&(?:#\w{1,8}|\w{2,32});/g, "")
    .replace(/[^\s:]*:\/\/\S*/g, "")
    .replace(/(?:mailto|javascript|data|vbscript|tel|xmpp|blob|file):\S+/gi, "")
    .replace(/www\.\S*/gi, "")
    .replace(/[^\s@()<>,;:]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, "")
    .replace(bareHost, "")
    .replace(/@(?=[\p{L}\p{N}_!])/gu, "")
    .replace(/(?<![\p{L}\p{N}])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}(?![\p{L}\p{N}])/giu, "")
    .replace(/(?<![\p{L}\p{N}&])#\d+\b/gu, "")
    .replace(/\(\s*(?:[,;]\s*)*\)/g, "")
    .replace(/\s+([,.;:!?])(?=\s|$)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
