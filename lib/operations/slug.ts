/** The default for an address or key: "Café  Bar!" becomes "cafe-bar"; "" if nothing is left. */
export function slugOf(name: string, lengthMax: number): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, lengthMax)
    .replace(/-$/, "");
}
