import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { CodeSnippet } from "@/components/ui/code-snippet";
import { packageFile } from "@/lib/platform/env/package-files";

/** How to work with the project from a terminal and from code. Both packages come from this instance. */
export function ToolsCard({ appUrl }: { appUrl: string }) {
  return (
    <Card
      title="Command line and SDK"
      description="Both come from this instance and match its version."
      className="mt-6"
    >
      <div className="grid gap-4 lg:grid-cols-2">
        <Tool text="Receive webhooks on your machine, and keep mocks and flags as files." docs="cli">
          <CodeSnippet
            wrap
            label="Command line"
            code={`npx ${appUrl}/${packageFile("cli")} login ${appUrl}`}
          />
        </Tool>
        <Tool text="Evaluate flags in JavaScript, React and Node." docs="sdk">
          <CodeSnippet wrap label="SDK" code={`npm install ${appUrl}/${packageFile("sdk")}`} />
        </Tool>
      </div>
    </Card>
  );
}

function Tool({ text, docs, children }: { text: string; docs: "cli" | "sdk"; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {children}
      <p className="text-ink-mute text-sm">
        {text}{" "}
        <a href={`/docs/${docs}.html`} target="_blank" rel="noreferrer" className="text-accent-ink underline">
          Documentation
        </a>
      </p>
    </div>
  );
}
