import type { TabNavItem } from "@/components/ui/tab-nav";

/** The pages about a project's mocks, as tabs. @param base of the mocks: `/team/project/mocks` */
export const mockSections = (base: string): TabNavItem[] => [
  { href: base, label: "Mocks" },
  { href: `${base}/calls`, label: "Calls" },
  { href: `${base}/collections`, label: "Collections" },
  { href: `${base}/files`, label: "Files" },
  { href: `${base}/forwarding`, label: "Forwarding" },
];
