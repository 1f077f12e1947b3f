"use client";

import { Copy, CopyPlus, Ellipsis, Link2, Pencil, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ConfirmDelete } from "@/components/confirm-delete";
import { curlCommand } from "@/components/curl-command";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/http/client";
import type { Output } from "@/lib/http/operation";
import { deleteMock, type getMock } from "@/lib/mocks/contract";

export type MockRowMenuProps = { mock: Output<typeof getMock>; base: string; mockBaseUrl: string };

export function MockRowMenu({ mock, base, mockBaseUrl }: MockRowMenuProps) {
  const [deleting, setDeleting] = useState(false);
  const router = useRouter();
  const toast = useToast();
  const url = mockBaseUrl + mock.endpoint;

  async function copy(what: string, text: string) {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(`${what} copied`);
    } catch {
      // Without https there is no clipboard; the text can at least be selected in the toast.
      toast.info("The browser does not let us copy here", { description: text, timeoutMs: 0 });
    }
  }

  async function remove() {
    await call(deleteMock, { projectId: mock.projectId, mockId: mock.id });
    toast.success(`Mock “${mock.name}” deleted`);
    router.refresh();
  }

  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${mock.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} href={`${base}/${mock.id}`}>
          Edit
        </MenuItem>
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
