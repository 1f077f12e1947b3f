import { Clock, ShieldAlert, ShieldCheck, ShieldQuestionMark, ShieldX } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { CaptureSignature, Verdict } from "@/lib/webhooks/signatures/contract";

const looks: Record<Verdict, { tone: Tone; icon: typeof Clock; words: string }> = {
  valid: { tone: "green", icon: ShieldCheck, words: "valid" },
  wrong: { tone: "red", icon: ShieldX, words: "wrong" },
  late: { tone: "amber", icon: Clock, words: "late" },
  missing: { tone: "amber", icon: ShieldAlert, words: "missing" },
  unchecked: { tone: "neutral", icon: ShieldQuestionMark, words: "not checked" },
};

export const verdictWords = (verdict: Verdict): string => looks[verdict].words;

/** What became of a request's signature, and that its sender got 401 for it. */
export function SignatureBadge({ signature }: { signature: CaptureSignature }) {
  const { tone, icon: Icon, words } = looks[signature.verdict];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      <span className="sr-only">signature </span>
      {words}
      {signature.refused ? (
        <>
          <span className="sr-only">, refused with</span> <span className="font-mono">401</span>
        </>
      ) : null}
    </Badge>
  );
}

/** The same with the reason. */
export function SignatureNote({ signature }: { signature: CaptureSignature }) {
  return (
    <p className="flex flex-wrap items-start gap-x-2.5 gap-y-1 text-sm">
      <SignatureBadge signature={signature} />
      <span className="min-w-0 flex-1 basis-60 text-ink-soft">
        {signature.detail}
        {signature.refused ? " The request was refused." : ""}
      </span>
    </p>
  );
}
