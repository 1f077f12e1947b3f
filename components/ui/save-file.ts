/** Offers a file made in the browser for download. */
export function saveFile(name: string, parts: BlobPart[], type = "application/octet-stream") {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download starts asynchronously and would fail if the address were revoked at once.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
