import { mocks } from "@/db/schema/mocks";
import { requireProject } from "@/lib/auth/access";
import { changeRow } from "@/lib/operations/change-row";
import { implement } from "@/lib/operations/implement";
import { updateMock } from "./contract";
import { requireFiles } from "./files/require-files";
import { additionsOf } from "./quota-additions";
import { endpointTaken, requireMock } from "./require-mock";
import { forgetMocks } from "./served-mocks";
import { requireSound } from "./soundness";
import { callsOf, toMock } from "./to-mock";

export const handleUpdateMock = implement(updateMock, (ctx, { projectId, mockId, fields }) =>
  changeRow(ctx, mocks, {
    fields,
    find: async (inner) => {
      const project = await requireProject(inner, { id: projectId });
      const mock = await requireMock(inner, project.id, mockId, "no key update");
      return { ...mock, ...(await callsOf(inner.db, mock.id)) };
    },
    change: async (mock, changes, inner) => {
      await requireSound(changes, { ...mock, ...changes });
      await requireFiles(inner, mock.projectId, changes);
      return changes;
    },
    additions: (mock, before) => additionsOf(mock.projectId, mock, before),
    taken: ({ method, endpoint }) => endpointTaken(method, endpoint),
    show: toMock,
    after: ({ projectId, id }) => forgetMocks(projectId, id),
  }),
);
