import { CodeSnippet } from "@/components/ui/code-snippet";
import { type CurlRequest, curlCommand } from "@/components/ui/curl-command";

export type CurlStepsProps = {
  /** Names the steps for screen readers. */
  label: string;
  /** Where the app is, and who will sign in. */
  appUrl: string;
  email: string;
  /** What follows signing in; `private` steps are sent with the session. */
  steps: readonly { label: string; private: boolean; request: CurlRequest }[];
};

/** The same by hand: commands that work as they stand, but for the password. */
export function CurlSteps({ label, appUrl, email, steps }: CurlStepsProps) {
  const signIn = curlCommand({
    method: "POST",
    url: `${appUrl}/api/auth/sign-in`,
    flags: ["-c cookies.txt"],
    json: { email, password: passwordStandIn },
  });
  const rest = steps.map(({ label, private: isPrivate, request }) => {
    const flags = [...(isPrivate ? ["-b cookies.txt"] : []), ...(request.flags ?? [])];
    return { label, code: curlCommand({ ...request, flags }) };
  });
  const numbered = [{ label: "Sign in", code: signIn }, ...rest].map(({ label, code }, index) => ({
    label: `${index + 1}. ${label}`,
    code,
  }));
  return (
    <>
      <CodeSnippet label={label} code={numbered} />
      <p className="mt-2.5 text-ink-mute text-xs">
        Put your own password in place of <code className="text-ink-soft">{passwordStandIn}</code>. The rest
        is yours already.
      </p>
    </>
  );
}

const passwordStandIn = "YOUR_PASSWORD";
