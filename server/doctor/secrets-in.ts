import type { Env } from "@/lib/platform/env/parse-env";

/** Everything in the configuration that must not be shown, as it may occur in what others say. */
export function secretsIn(env: Env): string[] {
  const { mail } = env;
  const mailSecret =
    mail.service === "resend" ? mail.apiKey : mail.service === "smtp" ? mail.auth?.pass : undefined;
  const secrets = [
    ...passwordsOf(env.databaseUrl),
    ...passwordsOf(env.redisUrl),
    env.upstash?.token,
    env.authSecret,
    ...env.authSecretsBefore,
    mailSecret,
    env.ai?.apiKey,
    env.forgeTokens.github?.token,
    env.forgeTokens.gitlab?.token,
    env.cronSecret,
    env.github?.clientSecret,
    env.google?.clientSecret,
  ];
  return secrets.filter((each) => each !== undefined && each !== "") as string[];
}

/** As it is written and as it is meant, in the address or among its parameters. */
function passwordsOf(url: string | undefined): string[] {
  if (!url || !URL.canParse(url)) return url ? [url] : [];
  const { password, searchParams } = new URL(url);
  const given = [password, searchParams.get("password") ?? "", searchParams.get("sslpassword") ?? ""];
  return given.flatMap((each) => [each, decoded(each)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
