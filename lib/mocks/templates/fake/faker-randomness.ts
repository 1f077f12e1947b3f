import { createHash, randomBytes } from "node:crypto";
import { faker } from "@faker-js/faker/locale/en";
import { fakeNames } from "./fake-names";
import type { Randomness } from "./randomness";

/** With a seed, dates are around this one, so that they stay what they are from day to day. */
const seededDate = new Date("2026-01-01T00:00:00.000Z");

type Method = (...args: readonly unknown[]) => unknown;

/** The generator of a thread, which serves one template at a time. */
export const fakerRandomness: Randomness = {
  seed(seed, now) {
    const bytes = seed === null ? randomBytes(32) : createHash("sha256").update(seed).digest();
    faker.seed(Array.from({ length: 8 }, (_, index) => bytes.readUInt32LE(4 * index)));
    faker.setDefaultRefDate(seed === null ? new Date(now) : seededDate);
  },
  int: (min, max) => faker.number.int({ min, max }),
  shuffled: (list) => faker.helpers.shuffle(list),
  uuid: () => faker.string.uuid(),
  fake(name, args) {
    const method = methods.get(name);
    if (!method) throw new Error(`There is no method "${name}"`);
    return method(...args);
  },
};

const modules = faker as unknown as Record<string, Record<string, Method | undefined> | undefined>;

/** A table of our own, in which nothing is but what is meant to be called. */
const methods: ReadonlyMap<string, Method> = new Map(
  [...fakeNames].flatMap((name): [string, Method][] => {
    const [module = "", method = ""] = name.split(".");
    const found = modules[module]?.[method];
    return found ? [[name, found.bind(modules[module])]] : [];
  }),
);
