import type { Commit } from "@/lib/platform/commits/commit-object";
import { isBot } from "./bots";
import { coAuthorsMax, nameLengthMax } from "./limits";

/** Somebody's name, never an address. `profile` is their page on the forge, if it is known. */
export type Author = { name: string; profile: string | null };

/** The author and the people whom trailers name, without programs and without anything that looks like an address. */
export function authorsOf({ author, message }: Commit, profile: string | undefined): Author[] {
  const all = [{ ...author, profile: profile ?? null }, ...coAuthors(message)];
  return all
    .filter((each) => !isBot(each))
    .map((each) => ({ name: withoutAddress(each.name), profile: each.profile }))
    .filter(({ name }) => name !== "");
}

const withoutAddress = (name: string) =>
  name
    .slice(0, nameLengthMax)
    .replace(/\s*\S+@\S+\s*/g, " ")
    .trim();

/** Found without patterns that go back and forth: a line may be as long as its author likes. */
function coAuthors(message: string): { name: string; email: string; profile: null }[] {
  const lead = "co-authored-by:";
  const lines = message.split("\n").filter((line) => line.slice(0, lead.length).toLowerCase() === lead);
  return lines.slice(0, coAuthorsMax).flatMap((line) => {
    const open = line.indexOf("<");
    const close = line.indexOf(">", open);
    if (open === -1) return [];
    const email = line.slice(open + 1, close === -1 ? undefined : close).trim();
    return [{ name: line.slice(lead.length, open).trim(), email, profile: null }];
  });
}
