const lengthMax = 200;

/**
 * Control characters, and marks that reverse the direction of writing, which can make `exe.txt` look like `txt.exe`.
 */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The name of an uploaded file without folders and invisible characters, cut to 200 characters with its extension
 * kept; undefined if nothing is left.
 */
export function fileNameOf(given: string): string | undefined {
  const name = (given.split(/[/\\]/).at(-1) ?? "").toWellFormed().replace(invisible, "").trim();
  if (/^\.*$/.test(name)) return undefined;
  const extension = /\.[^.]{1,20}$/.exec(name)?.[0] ?? "";
  const characters = [...name.slice(0, name.length - extension.length)];
  return characters.slice(0, lengthMax - [...extension].length).join("") + extension;
}

/** The declared type of a file, if it is a valid one for a single file. */
export function contentTypeOf(declared: string): string {
  const type = declared.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isPlain = /^[a-z0-9][\w.+-]{0,60}\/[a-z0-9][\w.+-]{0,100}$/.test(type);
  return isPlain && !/^(multipart|message)\//.test(type) ? type : "application/octet-stream";
}
