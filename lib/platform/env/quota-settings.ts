import { z } from "zod";
import { type QuotaName, type Quotas, quotas } from "../quotas/quotas";

const factors: Record<string, number> = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

const defaults = Object.fromEntries(Object.entries(quotas).map(([name, { max }]) => [name, max])) as Quotas;

const isName = (name: string): name is QuotaName => Object.hasOwn(quotas, name);

/** `mocks=20000,captureBytes=2g`: the defaults with these values. `k`, `m` and `g` are for bytes. */
export const quotaList = z.string().transform((value, context): Quotas => {
  const changed: Partial<Record<QuotaName, number>> = {};
  for (const entry of value.split(",").map((each) => each.trim())) {
    if (entry === "") continue;
    const [, name = "", digits = "", unit = ""] = /^(\w+)\s*=\s*(\d{1,15})([kmg]?)$/i.exec(entry) ?? [];
    if (!isName(name)) {
      context.addIssue(
        `must list quotas such as mocks=20000, separated by commas; not "${entry}". There are: ${Object.keys(quotas).join(", ")}`,
      );
    } else if (unit !== "" && quotas[name].unit !== "bytes") {
      context.addIssue(`${name} is a number without a unit`);
    } else {
      changed[name] = Number(digits) * (factors[unit.toLowerCase()] ?? 1);
    }
  }
  return { ...defaults, ...changed };
});

export const defaultQuotas = defaults;
