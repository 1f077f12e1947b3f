import { toValue } from "liquidjs";
import { Mistake } from "../engine/mistake";
import { asText, checkWeight, plain } from "../engine/plain-values";
import { fakeArguments } from "../fake/fake-arguments";
import { fakeNames } from "../fake/fake-names";
import { unknownName } from "../fake/nearest";
import type { Randomness } from "../fake/randomness";
import { fakeLimits } from "../template-limits";
import { argumentsOf, type TemplateFilters } from "./filter";

export const unknownFake = (name: string) => unknownName("fake value", name, fakeNames);

export const randomFilters: TemplateFilters = {
  /** `{{ 'number.int' | fake: min: 1, max: 10 }}` */
  fake(value, ...args) {
    const name = asText(value);
    if (!fakeNames.has(name)) throw new Mistake(unknownFake(name), this.token);
    const { given, named } = argumentsOf(this.token, args);
    const made = called(this.context.run.random, name, fakeArguments(name, given, named));
    checkWeight(made, fakeLimits.weightMax);
    return made;
  },

  /** `{{ '' | random_int: 1, 6 }}` or `{{ 1 | random_int: 6 }}` */
  random_int(value, ...args) {
    const { given, named } = argumentsOf(this.token, args);
    const [first, second] = given.length > 1 ? given : [value, given[0]];
    const min = integer(named.min ?? first);
    const max = integer(named.max ?? second);
    if (min === undefined || max === undefined || min > max) {
      throw new Mistake("`random_int` needs the lowest and the highest number.", this.token);
    }
    return this.context.run.random.int(min, max);
  },

  /** One of a list, or of what stands there: `{{ 'red' | one_of: 'green', 'blue' }}` */
  one_of(value, ...args) {
    const { given } = argumentsOf(this.token, args);
    const own = Array.isArray(value) ? value : isNothing(value) ? [] : [value];
    const all = [...own, ...(given.length === 1 && Array.isArray(given[0]) ? given[0] : given)];
    if (all.length === 0) throw new Mistake("`one_of` needs a list, or values to choose from.", this.token);
    return all[this.context.run.random.int(0, all.length - 1)];
  },

  /** As the engine has it, but from the generator that a seed reaches. */
  sample(value, count = 1) {
    const list = Array.isArray(value) ? value : [...asText(value)];
    const shuffled = this.context.run.random.shuffled(list);
    return count === 1 ? shuffled[0] : shuffled.slice(0, Number(count));
  },
};

function called(random: Randomness, name: string, args: readonly unknown[]): unknown {
  try {
    return plain(random.fake(name, args));
  } catch (error) {
    // Its own errors are in words for those who call it, others are of its code.
    const said = error instanceof Error && error.name === "Error" ? error.message : "";
    throw new Mistake(
      /^[^\n]{1,100}$/.test(said) ? `\`${name}\`: ${said}` : `\`${name}\` can't take these values.`,
    );
  }
}

function integer(value: unknown): number | undefined {
  const plainly = toValue(value) as unknown;
  const number = plainly === "" || plainly === null ? Number.NaN : Math.floor(Number(plainly));
  return Number.isSafeInteger(number) ? number : undefined;
}

const isNothing = (value: unknown) => asText(value) === "";
