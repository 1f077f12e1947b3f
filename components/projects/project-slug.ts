const slugMax = 54;

/** The address that a project's name suggests: "Café  Bar!" becomes "cafe-bar". */
export function slugFrom(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, slugMax)
    .replace(/^-+|-+$/g, "");
}
