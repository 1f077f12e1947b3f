"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { saveFile } from "@/components/ui/save-file";

/** Shown once. Each signs in when the phone is away. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <section aria-label="Recovery codes" className="rounded-lg border border-edge bg-sunken p-4">
      <p className="text-ink-soft text-sm">
        Keep these recovery codes where you find them without your phone. Each signs in once, and they are not
        shown again.
      </p>
      <ul className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-ink text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={() => saveFile("fieldkit-recovery-codes.txt", [text], "text/plain")}>
          Download
        </Button>
        <CopyButton text={text} what="Recovery codes" />
      </div>
    </section>
  );
}
