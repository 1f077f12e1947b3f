import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Scope } from "@/lib/platform/key-scopes";
import type { Api } from "./api";
import { messageOf, usage } from "./failure";
import { nearest } from "./nearest";
import type { Environment, Terminal } from "./terminal";

export type Option = {
  type: "string" | "boolean";
  short?: string;
  multiple?: boolean;
  /** What its value is called in help. */
  value?: string;
  help: string;
};

/** What a command works with. */
export type Context = {
  terminal: Terminal;
  env: Environment;
  cwd: string;
  given: Given;
  /** Aborted by Ctrl-C and its like. */
  ended: AbortSignal;
  /** The instance, with a key of one of its projects. */
  api(): Promise<Api>;
};

export type Command = {
  /** One word, or two where there is a family of them. */
  name: string;
  /** What follows the name, such as `<inbox>`. */
  positionals?: string;
  positionalsMax?: number;
  summary: string;
  /** More than the summary says, a line each. */
  details?: readonly string[];
  options?: Readonly<Record<string, Option>>;
  examples: readonly (readonly [command: string, does: string])[];
  /** A key needs one of these scopes. */
  scopes?: readonly Scope[];
  /** It changes the project, so the project is named before the first request. */
  writes?: boolean;
  /** @returns the exit code, if it is not 0 */
  run(context: Context): Promise<number | undefined>;
};

export const commonOptions: Readonly<Record<string, Option>> = {
  profile: { type: "string", value: "name", help: "profile to use; see fieldkit whoami" },
  json: { type: "boolean", help: "print JSON, errors too" },
  help: { type: "boolean", short: "h", help: "show this help" },
};

/** The arguments of a command. */
export class Given {
  constructor(
    readonly positionals: readonly string[],
    readonly values: Readonly<Record<string, unknown>>,
  ) {}

  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === "string" ? value : undefined;
  }

  is(name: string): boolean {
    return this.values[name] === true;
  }

  list(name: string): string[] {
    const value = this.values[name];
    return Array.isArray(value) ? value.map(String) : [];
  }

  /** @throws {Failure} `usage` */
  number(name: string, { min, max }: { min: number; max: number }): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (/^\d+(\.\d+)?$/.test(text) && value >= min && value <= max) return value;
    throw usage(`--${name} must be a number from ${min} to ${max}.`);
  }

  /** @throws {Failure} `usage` */
  required(at: number, message: string): string {
    const value = this.positionals[at];
    if (value === undefined || value === "") throw usage(message);
    return value;
  }
}

/** @throws {Failure} `usage` */
export function readGiven(command: Command, args: readonly string[]): Given {
  const options = { ...commonOptions, ...command.options };
  try {
    const config: ParseArgsConfig = { args: [...args], options: parsed(options), allowPositionals: true };
    const { values, positionals } = parseArgs(config);
    if (positionals.length > (command.positionalsMax ?? 0)) {
      throw usage(
        `${command.name} doesn't take "${positionals[command.positionalsMax ?? 0]}". Try: fieldkit help ${command.name}`,
      );
    }
    return new Given(positionals, values);
  } catch (error) {
    const unknown = /^Unknown option '(--?[^']+)'/.exec(messageOf(error))?.[1];
    if (unknown === undefined) throw usage(messageOf(error));
    const near = nearest(
      unknown,
      Object.keys(options).map((name) => `--${name}`),
    );
    const hint = near ? `Did you mean ${near}?` : `Try: fieldkit help ${command.name}`;
    throw usage(`${command.name} has no option ${unknown}. ${hint}`);
  }
}

const parsed = (options: Readonly<Record<string, Option>>) =>
  Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short && { short }), ...(multiple && { multiple }) },
    ]),
  );
