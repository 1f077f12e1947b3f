"use client";

import { Copy, Download, FileUp } from "lucide-react";
import { FileDrop } from "@/components/mocks/file-drop";
import { type FileRow, filesList } from "@/components/mocks/files-list";
import { useFileUpload } from "@/components/mocks/use-file-upload";
import { deleteAction } from "@/components/ui/bulk-actions";
import { byteSize } from "@/components/ui/byte-size";
import { actionsColumn, createdColumn } from "@/components/ui/columns";
import type { Column } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { deletion, RowMenu } from "@/components/ui/row-menu";
import { useToast } from "@/components/ui/toast";
import { useList } from "@/components/ui/use-list";
import { deleteMockFile, getMockFile, mockFileBytesMax } from "@/lib/mocks/files/contract";
import { requestFor } from "@/lib/operations/operation";

/** The files that a project's mocks may answer. */
export function FilesView({ projectId }: { projectId: string }) {
  const write = useWrite();
  const toast = useToast();
  const of = useFileUpload(projectId);

  async function add(files: Iterable<File> | null) {
    const made = await of.upload(files);
    if (made.length > 0) {
      toast.success(made.length === 1 ? `“${made[0]?.name}” uploaded` : `${made.length} files uploaded`);
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <FileDrop of={of} onFiles={(files) => void add(files)} multiple label="Upload files">
        Pictures, PDFs, archives: anything that is no text to type. At most {byteSize(mockFileBytesMax)} each.
        Drop them here, or choose some.
      </FileDrop>
      <ListView
        list={useList(filesList, { projectId })}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        fixed
        bulk={[
          deleteAction<FileRow>(
            ({ id }) => write(deleteMockFile, { projectId, fileId: id }),
            "Files that a mock answers with stay.",
          ),
        ]}
        empty={
          <EmptyState
            icon={<FileUp />}
            title="No files yet"
            text="Upload one, then choose “File” as the body of a mock. It is sent byte for byte, with ranges and an ETag, so that players and downloads work as with a real server."
          />
        }
      />
    </div>
  );
}

const columns: Column<FileRow>[] = [
  {
    id: "name",
    header: "Name",
    sort: "name",
    cell: (file) => (
      <a
        href={downloadOf(file)}
        download={file.name}
        className="line-clamp-2 min-w-0 break-words rounded-xs font-medium text-ink underline-offset-2 hover:underline"
      >
        {file.name}
      </a>
    ),
  },
  {
    id: "type",
    header: "Type",
    headClassName: "sm:w-[22%]",
    labelled: true,
    cell: ({ contentType }) => <code className="break-all text-xs">{contentType}</code>,
  },
  {
    id: "size",
    header: "Size",
    sort: "size",
    headClassName: "sm:w-24",
    labelled: true,
    className: "whitespace-nowrap",
    cell: ({ size }) => byteSize(size),
  },
  {
    id: "mocks",
    header: "Used by",
    headClassName: "sm:w-28",
    labelled: true,
    className: "whitespace-nowrap",
    cell: ({ mocks }) => (mocks === 0 ? <span className="text-ink-mute">no mock</span> : mockCount(mocks)),
  },
  createdColumn({ headClassName: "sm:w-36" }),
  actionsColumn((file) => <FileMenu file={file} />, "sm:w-14"),
];

const mockCount = (mocks: number) => `${mocks} ${mocks === 1 ? "mock" : "mocks"}`;

const downloadOf = ({ projectId, id }: FileRow) => requestFor(getMockFile, { projectId, fileId: id }).path;

function FileMenu({ file }: { file: FileRow }) {
  const write = useWrite();
  const { id, projectId, name, mocks } = file;
  return (
    <RowMenu
      name={name}
      place="row"
      actions={[
        { label: "Download", icon: Download, href: downloadOf(file) },
        { label: "Copy id", icon: Copy, copy: ["Id", id] },
        {
          ...deletion({
            what: "file",
            name,
            consequence: "At once and for good.",
            typed: false,
            onDelete: () => write(deleteMockFile, { projectId, fileId: id }),
          }),
          reason:
            mocks > 0 ? `${mockCount(mocks)} ${mocks === 1 ? "answers" : "answer"} with it.` : undefined,
        },
      ]}
    />
  );
}
