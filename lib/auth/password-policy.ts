import { invalid } from "@/lib/operations/read-body";
import { lazily } from "@/lib/platform/singleton";
import { passwordLengthMin } from "./contract";

/** Loaded at the first sign-up, because it is long and most processes never ask. */
const common = lazily(async () => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const long = dictionary["passwords-common"].filter(({ length }) => length >= passwordLengthMin);
  return new Set(long.map((password) => password.toLowerCase()));
});

type Owner = { email: string; name: string };

/**
 * Refuses what guessers try first: passwords that many have, and the person's own name and address.
 * @throws {AppError} `invalid_request`
 */
export async function requireGoodPassword(password: string, owner: Owner, path = "password"): Promise<void> {
  const message = await passwordProblem(password, owner);
  if (message) throw invalid([{ path, message }]);
}

/** Exported for its test. */
export async function passwordProblem(password: string, { email, name }: Owner): Promise<string | undefined> {
  const tried = plain(password);
  const [local = ""] = email.split("@", 1);
  if ([email, local, name].some((each) => plain(each) === tried)) {
    return "must not be your own name or e-mail address";
  }
  if ((await common()).has(password.toLowerCase())) {
    return "is among the most common passwords, which are guessed first; choose another one";
  }
  return undefined;
}

const plain = (text: string) => text.normalize("NFKC").trim().toLowerCase();
