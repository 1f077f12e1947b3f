import type { FilterImplOptions } from "liquidjs";
import type { TemplateContext } from "../engine/template-context";

type EngineFilter = Extract<FilterImplOptions, (...args: never[]) => unknown>;
type FilterToken = ThisParameterType<EngineFilter>["token"];

/** What a filter of ours knows besides its values: where it stands, and what the template may use. */
export type FilterPlace = { context: TemplateContext; token: FilterToken };

/** What comes from `{{ value | name: argument }}`. It may be a generator that yields what the engine has to evaluate. */
export type TemplateFilter = (this: FilterPlace, value: unknown, ...args: unknown[]) => unknown;

export type TemplateFilters = Record<string, TemplateFilter>;

/** The arguments in order, and those that were given by name: the engine gives the latter as lists of two. */
export function argumentsOf(token: FilterToken, args: readonly unknown[]) {
  const named: Record<string, unknown> = Object.create(null);
  const given: unknown[] = [];
  for (const [index, arg] of args.entries()) {
    if (!Array.isArray(token.args[index])) given.push(arg);
    else if (Array.isArray(arg)) named[String(arg[0])] = arg[1];
  }
  return { given, named };
}
