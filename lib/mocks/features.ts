import type { AnyImplementation } from "@/lib/operations/implement";
import { handleClearMockCalls } from "./calls/clear-calls";
import { handleGetMockCall } from "./calls/get-call";
import { handleListMockCalls } from "./calls/list-calls";
import { handleVerifyMockCalls } from "./calls/verify-calls";
import { handleEndMockChaos, handleGetMockChaos, handleSetMockChaos } from "./chaos/handle-chaos";
import { handleCreateMockCollection } from "./collections/create-collection";
import { handleDeleteMockCollection } from "./collections/delete-collection";
import { handleGetMockCollection } from "./collections/get-collection";
import { handleListMockCollections } from "./collections/list-collections";
import { handleListMockCollectionItems } from "./collections/list-items";
import { handleResetMockCollection } from "./collections/reset-collection";
import { handleUpdateMockCollection } from "./collections/update-collection";
import { handleCreateMock } from "./create-mock";
import { handleDeleteMock } from "./delete-mock";
import { handleExportMocks } from "./export/export-mocks";
import { handleAddMockFile } from "./files/add-mock-file";
import { handleDeleteMockFile } from "./files/delete-mock-file";
import { handleGetMockFile } from "./files/get-mock-file";
import { handleListMockFiles } from "./files/list-mock-files";
import { handleGetMockProxy, handleRemoveMockProxy, handleSetMockProxy } from "./forwarding/handle-proxy";
import { handleGetMock } from "./get-mock";
import { handleImportMocks } from "./import/import-mocks";
import { handleListMocks } from "./list-mocks";
import { handleListMockFolders } from "./organising/list-folders";
import { handlePreviewMock } from "./preview/preview-mock";
import { handleResetMock } from "./reset-mock";
import { handleUpdateMock } from "./update-mock";

/** The operations of mocks and of what belongs to them. Of two that fit a request, the first one has it. */
export const mockFeatures: AnyImplementation[] = [
  // Before what takes its last segment for an id.
  handleExportMocks,
  ...[handleListMocks, handleCreateMock, handleGetMock, handleUpdateMock, handleDeleteMock, handleResetMock],
  handleImportMocks,
  handleListMockFolders,
  handlePreviewMock,
  ...[handleListMockFiles, handleAddMockFile, handleGetMockFile, handleDeleteMockFile],
  ...[
    handleListMockCollections,
    handleCreateMockCollection,
    handleGetMockCollection,
    handleUpdateMockCollection,
    handleDeleteMockCollection,
    handleResetMockCollection,
    handleListMockCollectionItems,
  ],
  ...[handleListMockCalls, handleClearMockCalls, handleGetMockCall, handleVerifyMockCalls],
  ...[handleGetMockChaos, handleSetMockChaos, handleEndMockChaos],
  ...[handleGetMockProxy, handleSetMockProxy, handleRemoveMockProxy],
];
