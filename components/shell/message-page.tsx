import type { ReactNode } from "react";
import { Brand } from "@/components/shell/brand";

export type MessagePageProps = {
  code?: string;
  title: string;
  text: ReactNode;
  detail?: ReactNode;
  actions: ReactNode;
};

/** A whole page that says one thing: not found, failed. */
export function MessagePage({ code, title, text, detail, actions }: MessagePageProps) {
  return (
    <main className="dot-grid grid min-h-dvh place-items-center px-4 py-10">
      <div className="ticks w-full max-w-md bg-canvas px-6 py-12 text-center sm:px-10">
        <Brand className="justify-center" />
        {code ? <p className="mt-8 font-mono text-accent-ink text-sm">{code}</p> : null}
        <h1 className="mt-1 text-balance font-semibold text-2xl text-ink">{title}</h1>
        <div className="mt-2 text-balance text-ink-mute">{text}</div>
        {detail ? <p className="mt-3 break-all font-mono text-ink-mute text-xs">{detail}</p> : null}
        <div className="mt-7 flex flex-wrap justify-center gap-2">{actions}</div>
      </div>
    </main>
  );
}
