import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { TabNav } from "@/components/ui/tab-nav";

export type ReleasesHeaderProps = {
  /** Address of the releases' pages. */
  base: string;
  description: ReactNode;
  actions?: ReactNode;
};

/** Heads the pages that are reached from one another by tabs. */
export function ReleasesHeader({ base, description, actions }: ReleasesHeaderProps) {
  return (
    <>
      <PageHeader title="Releases" description={description} actions={actions} />
      <TabNav
        label="Releases"
        className="-mt-2 mb-5"
        items={[
          { href: base, label: "All releases" },
          { href: `${base}/settings`, label: "Settings" },
        ]}
      />
    </>
  );
}
