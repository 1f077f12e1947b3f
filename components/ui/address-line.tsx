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
