"use client";

import { Copy, CopyPlus, Link2, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { MockSummary } from "@/components/mocks/mocks-list";
import { ConfirmDelete } from "@/components/ui/confirm-delete";
import { curlCommand } from "@/components/ui/curl-command";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useNavigate } from "@/components/ui/navigation";
import { useWrite } from "@/components/ui/queries";
import { RowMenu } from "@/components/ui/row-menu";
import { useCopy } from "@/components/ui/use-copy";
import { deleteMock } from "@/lib/mocks/contract";

export type MockMenuProps = {
  mock: Pick<MockSummary, "id" | "projectId" | "name" | "method" | "endpoint">;
  /** Address of the list of mocks. */
  base: string;
  mockBaseUrl: string;
  /** In its row of the list, or on its own page. */
  place: "row" | "page";
};

export function MockMenu({ mock, base, mockBaseUrl, place }: MockMenuProps) {
  const [deleting, setDeleting] = useState(false);
  const copy = useCopy();
  const remove = useRemoval({ mock, base, place });
  const url = new URL(mockBaseUrl + mock.endpoint).href;

  return (
    <>
      <RowMenu name={mock.name} place={place}>
        {place === "row" ? (
          <MenuItem icon={<Pencil aria-hidden />} href={`${base}/${mock.id}`}>
            Edit
          </MenuItem>
        ) : null}
        <MenuItem
          icon={<Copy aria-hidden />}
          onClick={() => copy("Command", curlCommand({ method: mock.method, url, flags: ["-i"] }))}
        >
          Copy curl
        </MenuItem>
        <MenuItem icon={<Link2 aria-hidden />} onClick={() => copy("URL", url)}>
          Copy URL
        </MenuItem>
        <MenuItem icon={<CopyPlus aria-hidden />} href={`${base}/new?from=${mock.id}`}>
          Duplicate
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onClick={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </RowMenu>
      <ConfirmDelete
        what="mock"
        name={mock.name}
        consequence={`${mock.method} ${mock.endpoint} will answer 404 from then on. It can be put back for 30 seconds.`}
        typed={false}
        open={deleting}
        onOpenChange={setDeleting}
        onDelete={remove}
      />
    </>
  );
}

function useRemoval({ mock, base, place }: Omit<MockMenuProps, "mockBaseUrl">) {
  const write = useWrite();
  const navigate = useNavigate();
  return async () => {
    await write(deleteMock, { projectId: mock.projectId, mockId: mock.id });
    if (place === "page") navigate(base, { replace: true, unasked: true });
  };
}
