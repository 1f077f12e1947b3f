const lengthMin = 2;
const lengthMax = 5;

/**
 * The prefixes that a name suggests, best first and without end: its first letters and digits, made long enough and
 * unique by numbers ("Tenants" gives tenan, tena1, tena2, …, tena9, ten10, …).
 */
export function* prefixesFor(name: string): Generator<string> {
  const letters = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, lengthMax);
  const base = letters || "g";
  if (base.length >= lengthMin) yield base;
  for (let number = 1; String(number).length < lengthMax; number += 1) {
    const digits = String(number);
    yield base.slice(0, lengthMax - digits.length) + digits;
  }
}
