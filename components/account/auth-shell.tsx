import type { ReactNode } from "react";
import { MethodBadge, StatusCode } from "@/components/mocks/http-marks";
import { Brand } from "@/components/shell/brand";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { Link } from "@/components/ui/link";

export type AuthShellProps = {
  title: string;
  description?: ReactNode;
  /** Below the form: the link to the other page (sign in or sign up). */
  footer?: ReactNode;
  children: ReactNode;
};

export function AuthShell({ title, description, footer, children }: AuthShellProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex min-w-0 flex-col px-4 py-4 sm:px-8 sm:py-6">
        <header className="flex items-center justify-between">
          <Link href="/" aria-label="Fieldkit, home" className="flex items-center rounded-sm touch:min-h-10">
            <Brand />
          </Link>
          <ThemeSwitch />
        </header>
        {/* At the same height on all these pages, so that nothing jumps when moving between them. */}
        <main className="mx-auto w-full max-w-sm flex-1 pt-[clamp(2rem,16dvh,11rem)] pb-10">
          <h1 className="font-semibold text-2xl text-ink">{title}</h1>
          {description ? <p className="mt-1.5 text-ink-mute">{description}</p> : null}
          <div className="mt-7">{children}</div>
          {footer ? <div className="mt-6 text-ink-mute text-sm">{footer}</div> : null}
        </main>
      </div>
      <ProductPanel />
    </div>
  );
}

/** A link in the footer of such a page. */
export function FooterLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="font-medium text-accent-ink underline">
      {children}
    </Link>
  );
}

const feed = [
  { method: "GET", path: "/api/mock/users/42", code: 200 },
  { method: "POST", path: "/api/webhook/2Nf8…qT/stripe", code: 200 },
  { method: "GET", path: "/api/flags/checkout-v2?env=staging", code: 200 },
  { method: "PATCH", path: "/api/mock/orders/9001", code: 409 },
  { method: "DELETE", path: "/api/mock/sessions/current", code: 204 },
];

function ProductPanel() {
  return (
    <aside
      aria-label="About Fieldkit"
      className="dot-grid hidden items-center justify-center border-line border-l bg-sunken p-12 lg:flex"
    >
      <div className="ticks w-full max-w-lg bg-sunken p-10">
        <p className="text-balance font-semibold text-2xl text-ink">
          Fake the API. Catch the webhook. Flip the flag. Write it up.
        </p>
        <p className="mt-3 max-w-[46ch] text-ink-mute">
          Mocks, webhook inboxes, feature flags and release notes for your team's projects, in one place.
        </p>
        <ul className="mt-8 divide-y divide-line rounded-lg border border-line bg-surface">
          {feed.map((line) => (
            <li key={line.path} className="flex items-center gap-3 px-3 py-2.5">
              <MethodBadge method={line.method} />
              <span className="min-w-0 flex-1 truncate font-mono text-ink-soft text-xs">{line.path}</span>
              <StatusCode code={line.code} />
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
