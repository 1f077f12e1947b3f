import { CopyButton } from "@/components/ui/copy-button";

/** An address on one line, however long; the button copies all of it. */
export function AddressLine({ address, what }: { address: string; what: string }) {
  return (
    <span className="flex min-w-0 max-w-full items-center gap-1">
      <code title={address} className="min-w-0 truncate text-xs">
        {address}
      </code>
      <CopyButton text={address} what={what} className="-my-1.5" />
    </span>
  );
}

/** What machines call something, all of it in sight. */
export function CopiedText({ text, what }: { text: string; what: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 break-all text-xs">{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}
