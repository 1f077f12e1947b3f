"use client";

import { Copy, CopyPlus, Link2, ListTree, Pencil } from "lucide-react";
import { historyAction } from "@/components/audit/history-action";
import { exampleUrl } from "@/components/mocks/endpoint-url";
import { mockHistory } from "@/components/mocks/mock-history";
import { mockOperations } from "@/components/mocks/mock-operations";
import type { MockSummary } from "@/components/mocks/mocks-list";
import { curlCommand } from "@/components/ui/curl-command";
import { useWrite } from "@/components/ui/queries";
import { deletion, RowMenu } from "@/components/ui/row-menu";

export type MockMenuProps = {
  mock: Pick<MockSummary, "id" | "projectId" | "name" | "method" | "endpoint" | "updatedAt">;
  /** Address of the list of mocks. */
  base: string;
  mockBaseUrl: string;
  /** In its row of the list, or on its own page. */
  place: "row" | "page";
};

export function MockMenu({ mock, base, mockBaseUrl, place }: MockMenuProps) {
  const write = useWrite();
  const { id: mockId, projectId, name, method, endpoint } = mock;
  // A regular expression has no address of its own.
  const url = exampleUrl(mockBaseUrl, endpoint);
  const called = method === "ANY" ? "GET" : method;
  return (
    <RowMenu
      name={name}
      place={place}
      actions={[
        place === "row" && { label: "Edit", icon: Pencil, href: `${base}/${mockId}` },
        url !== undefined && {
          ...{ label: "Copy curl", icon: Copy },
          copy: ["Command", curlCommand({ method: called, url, flags: ["-i"] })],
        },
        url === undefined
          ? { label: "Copy base URL", icon: Link2, copy: ["Base URL", mockBaseUrl] }
          : { label: "Copy URL", icon: Link2, copy: ["URL", url] },
        { label: "Calls", icon: ListTree, href: `${base}/calls?mock=${mockId}` },
        { label: "Duplicate", icon: CopyPlus, href: `${base}/new?from=${mockId}` },
        place === "row" && historyAction(name, mockHistory(mock, write)),
        deletion({
          what: "mock",
          name,
          consequence: `${method === "ANY" ? "Any method on" : method} ${endpoint} will answer 404 from then on. It can be put back for 30 seconds.`,
          typed: false,
          onDelete: () => write(mockOperations.deleteMock, { projectId, mockId }),
          next: place === "page" ? base : undefined,
        }),
      ]}
    />
  );
}
