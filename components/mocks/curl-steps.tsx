import { CodeSnippet } from "@/components/ui/code-snippet";
import { type CurlRequest, curlCommand, keyFlag, keyVariable } from "@/components/ui/curl-command";
import { Link } from "@/components/ui/link";

export type CurlStepsProps = {
  /** Names the steps for screen readers. */
  label: string;
  /** The page of the project's keys. */
  keysHref: string;
  /** Every request is sent with a key, except `open` ones. */
  steps: readonly { label: string; open?: boolean; request: CurlRequest }[];
};

/** How to do the same with curl: commands that work as is once the shell has an API key. */
export function CurlSteps({ label, keysHref, steps }: CurlStepsProps) {
  const commands = steps.map(({ label, open, request }) => {
    const flags = [...(open ? [] : [keyFlag]), ...(request.flags ?? [])];
    return { label, code: curlCommand({ ...request, flags }) };
  });
  const numbered = [{ label: "Set a key", code: `export ${keyVariable}=fk_…` }, ...commands].map(
    ({ label, code }, index) => ({ label: `${index + 1}. ${label}`, code }),
  );
  return (
    <>
      <CodeSnippet label={label} code={numbered} />
      <p className="mt-2.5 text-ink-mute text-xs">
        Put a key of this project in place of <code className="text-ink-soft">fk_…</code>.{" "}
        <Link href={keysHref} className="text-ink-soft underline underline-offset-2 hover:text-ink">
          Keys are made here
        </Link>
        ; the rest is yours already.
      </p>
    </>
  );
}
