import { garbage } from "./commits-error";

export type Signature = { name: string; email: string; at: Date };

export type Commit = {
  sha: string;
  /** Object names; the first parent is on the branch that was merged into. */
  parents: string[];
  author: Signature;
  committer: Signature;
  /** The whole message: subject, body and trailers. */
  message: string;
};

/**
 * Reads the content of a commit object, as Git stores it.
 * @throws {CommitsError} `garbage`
 */
export function parseCommit(sha: string, content: Buffer): Commit {
  const end = content.indexOf("\n\n");
  const headerBytes = end === -1 ? content : content.subarray(0, end);
  const messageBytes = end === -1 ? Buffer.alloc(0) : content.subarray(end + 2);
  const fields = headerFields(headerBytes.toString("latin1"));
  const decode = decoderFor(fields.find(([name]) => name === "encoding")?.[1]);
  const signature = (name: string) => {
    const field = fields.find(([each]) => each === name);
    if (!field) throw garbage(`commit ${sha} has no ${name}`);
    return parseSignature(decode(Buffer.from(field[1], "latin1")));
  };
  return {
    sha,
    parents: fields.filter(([name]) => name === "parent").map(([, value]) => value),
    author: signature("author"),
    committer: signature("committer"),
    message: decode(messageBytes),
  };
}

/** Header names and values. A line that begins with a space continues the value before it, as signatures do. */
function headerFields(text: string): [string, string][] {
  const fields: [string, string][] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith(" ")) continue;
    const space = line.indexOf(" ");
    if (space > 0) fields.push([line.slice(0, space), line.slice(space + 1)]);
  }
  return fields;
}

/** Messages are UTF-8 unless the commit names another encoding. Old ones may be Latin-1 without saying so. */
function decoderFor(encoding: string | undefined): (bytes: Uint8Array) => string {
  const declared = decoderNamed(encoding ?? "utf-8");
  return (bytes) => {
    try {
      return declared.decode(bytes);
    } catch {
      return new TextDecoder("windows-1252").decode(bytes);
    }
  };
}

function decoderNamed(label: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true });
  } catch {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  }
}

/** Parses `Name <email> seconds +zone`. Missing or broken parts become empty, or the beginning of time. */
function parseSignature(text: string): Signature {
  const open = text.indexOf("<");
  const close = text.lastIndexOf(">");
  const seconds = Number(/^\s*(-?\d{1,13})/.exec(text.slice(close + 1))?.[1] ?? 0);
  const at = new Date(seconds * 1000);
  return {
    name: (open === -1 ? text : text.slice(0, open)).trim(),
    email: open !== -1 && close > open ? text.slice(open + 1, close).trim() : "",
    at: Number.isNaN(at.getTime()) ? new Date(0) : at,
  };
}
