/** Changes parameters of the page's address without a request; an empty value removes one. */
export function writeParams(values: Record<string, string>, step: "push" | "replace"): void {
  const params = new URLSearchParams(window.location.search);
  const before = params.toString();
  for (const [name, value] of Object.entries(values)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  if (params.toString() === before) return;
  const url = `${window.location.pathname}${params.size > 0 ? `?${params}` : ""}`;
  if (step === "push") window.history.pushState(null, "", url);
  else window.history.replaceState(null, "", url);
}
