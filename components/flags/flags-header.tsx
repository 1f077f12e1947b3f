import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { TabNav } from "@/components/ui/tab-nav";

export type FlagsHeaderProps = {
  /** Address of the flags' pages. */
  base: string;
  description: ReactNode;
  actions?: ReactNode;
};

/** Heads the pages that are reached from one another by tabs. */
export function FlagsHeader({ base, description, actions }: FlagsHeaderProps) {
  return (
    <>
      <PageHeader title="Flags" description={description} actions={actions} />
      <TabNav
        label="Flags"
        className="-mt-2 mb-5"
        items={[
          { href: base, label: "Global flags" },
          { href: `${base}/groups`, label: "Groups" },
          { href: `${base}/environments`, label: "Environments" },
        ]}
      />
    </>
  );
}
