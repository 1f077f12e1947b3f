/** What an address or key is made of by default: "Café  Bar!" becomes "cafe-bar"; "" when nothing is left. */
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
