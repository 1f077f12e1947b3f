import { UrlSwitch } from "@/components/shell/url-switch";
import { AddressLine } from "@/components/ui/copy-button";

type ProjectAddressesProps = { mockBaseUrl: string; webhookBaseUrl: string; referenceId: string };

/** What programs need of a project: where its mocks and inboxes are, and its name in the API of flags. */
export function ProjectAddresses({ mockBaseUrl, webhookBaseUrl, referenceId }: ProjectAddressesProps) {
  const lines = [
    { label: "Mocks", address: mockBaseUrl, what: "base URL of mocks" },
    { label: "Inboxes", address: webhookBaseUrl, what: "base URL of inboxes" },
    { label: "Project ID", address: referenceId, what: "project ID" },
  ];
  return (
    <>
      <dl className="flex min-w-0 max-w-full flex-wrap gap-x-5 gap-y-1">
        {lines.map(({ label, address, what }) => (
          <div key={label} className="flex min-w-0 max-w-full items-center gap-1.5">
            <dt className="shrink-0 text-xs">{label}</dt>
            <dd className="min-w-0">
              <AddressLine address={address} what={what} />
            </dd>
          </div>
        ))}
      </dl>
      <UrlSwitch />
    </>
  );
}
