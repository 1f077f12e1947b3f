"use client";

import { Copy, CopyPlus, Ellipsis, Link2, Pencil, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDelete } from "@/components/ui/confirm-delete";
import { curlCommand } from "@/components/ui/curl-command";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useNavigate } from "@/components/ui/navigation";
import { useToast } from "@/components/ui/toast";
import { useCopy } from "@/components/ui/use-copy";
import { deleteMock, type getMock } from "@/lib/mocks/contract";
import { call } from "@/lib/operations/client";
import type { Output } from "@/lib/operations/operation";

export type MockMenuProps = {
  mock: Output<typeof getMock>;
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
      <Menu
        trigger={
          <Button
            variant={place === "row" ? "ghost" : "secondary"}
            size={place === "row" ? "icon-sm" : "icon"}
            aria-label={`Actions for ${mock.name}`}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
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
      </Menu>
      <ConfirmDelete
        what="mock"
        name={mock.name}
        consequence={`${mock.method} ${mock.endpoint} will answer 404 from then on. This cannot be undone.`}
        typed={false}
        open={deleting}
        onOpenChange={setDeleting}
        onDelete={remove}
      />
    </>
  );
}

function useRemoval({ mock, base, place }: Omit<MockMenuProps, "mockBaseUrl">) {
  const router = useRouter();
  const navigate = useNavigate();
  const toast = useToast();
  return async () => {
    await call(deleteMock, { projectId: mock.projectId, mockId: mock.id });
    toast.success(`Mock “${mock.name}” deleted`);
    if (place === "page") navigate(base, { replace: true, unasked: true });
    router.refresh();
  };
}
