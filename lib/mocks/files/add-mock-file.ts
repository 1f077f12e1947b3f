import { mockFiles } from "@/db/schema/mock-files";
import { requireProject } from "@/lib/auth/access";
import { AppError } from "@/lib/operations/errors";
import { contentTypeOf, fileNameOf } from "@/lib/operations/file-name";
import { implement } from "@/lib/operations/implement";
import { withIsoTimes } from "@/lib/operations/present";
import { withinQuotas } from "@/lib/operations/quota";
import { invalid } from "@/lib/operations/read-body";
import { addMockFile, mockFileBytesMax } from "./contract";
import { fileAdditions, newFile } from "./new-file";

export const handleAddMockFile = implement(addMockFile, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const { file } = await input.fields();
  const name = fileNameOf(file.name);
  if (name === undefined) throw invalid([{ path: "file", message: "must have a name" }]);
  if (file.size > mockFileBytesMax) {
    throw new AppError("payload_too_large", `A file of mocks may have ${mockFileBytesMax} bytes.`);
  }
  const content = Buffer.from(await file.arrayBuffer());
  const row = newFile(project.id, { name, contentType: contentTypeOf(file.type), content }, ctx.now());
  await withinQuotas(ctx, fileAdditions(project.id, [content.byteLength]), ({ db }) =>
    db.insert(mockFiles).values({ ...row, content }),
  );
  return { ...withIsoTimes(row), mocks: 0 };
});
