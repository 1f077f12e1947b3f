import type { AnyImplementation } from "@/lib/operations/implement";
import { handleAddReleaseAttachment } from "./attachments/add-release-attachment";
import { handleDeleteReleaseAttachment } from "./attachments/delete-release-attachment";
import { handleGetReleaseAttachment } from "./attachments/get-release-attachment";
import { handleListReleaseAttachments } from "./attachments/list-release-attachments";
import { handleGetReleaseRecipients } from "./delivery/get-release-recipients";
import { handleListReleaseEmails } from "./delivery/list-release-emails";
import {
  handleConfirmReleaseSubscription,
  handleEndReleaseSubscription,
  handleShowReleaseConfirmation,
  handleShowReleaseSubscription,
} from "./delivery/release-subscription";
import {
  handleSendReleaseByEmail,
  handleSendReleaseTest,
  handleSendReleaseToSlack,
} from "./delivery/send-release";
import { handleCancelRelease } from "./notes/cancel-release";
import { handleDeleteRelease } from "./notes/delete-release";
import { handleExportRelease } from "./notes/export-release";
import { handleGenerateRelease } from "./notes/generate-release";
import { handleGetRelease } from "./notes/get-release";
import { handleListReleaseCommits } from "./notes/list-release-commits";
import { handleListReleaseRevisions } from "./notes/list-release-revisions";
import { handleListReleases } from "./notes/list-releases";
import { handlePublishRelease } from "./notes/publish-release";
import { handleRegenerateRelease } from "./notes/regenerate-release";
import { handleUnpublishRelease } from "./notes/unpublish-release";
import { handleUpdateRelease } from "./notes/update-release";
import { handleListRepositoryRefs } from "./repositories/list-repository-refs";
import { handleCancelReleaseSchedule, handleScheduleRelease } from "./schedule/schedule-release";
import { handleGetReleaseSettings } from "./settings/get-release-settings";
import { handleDeleteReleaseLogo, handleGetReleaseLogo, handleSetReleaseLogo } from "./settings/logo";
import { handleUpdateReleaseSettings } from "./settings/update-release-settings";
import { handleConfirmSubscriber, handleShowSubscriberConfirmation } from "./subscribers/confirm-subscriber";
import { handleListReleaseSubscribers, handleRemoveReleaseSubscriber } from "./subscribers/list-subscribers";
import { handleSubscribeToReleases } from "./subscribers/subscribe";

/** The operations on releases, and on all that belongs to them. */
export const releaseFeatures: readonly AnyImplementation[] = [
  ...[
    handleListReleases,
    handleGenerateRelease,
    handleGetRelease,
    handleUpdateRelease,
    handleDeleteRelease,
    handlePublishRelease,
    handleUnpublishRelease,
    handleScheduleRelease,
    handleCancelReleaseSchedule,
    handleRegenerateRelease,
    handleCancelRelease,
    handleExportRelease,
    handleListReleaseCommits,
    handleListReleaseRevisions,
    handleListRepositoryRefs,
  ],
  ...[
    handleGetReleaseSettings,
    handleUpdateReleaseSettings,
    handleGetReleaseRecipients,
    handleListReleaseEmails,
  ],
  ...[handleGetReleaseLogo, handleSetReleaseLogo, handleDeleteReleaseLogo],
  ...[handleListReleaseSubscribers, handleRemoveReleaseSubscriber],
  ...[handleSubscribeToReleases, handleShowSubscriberConfirmation, handleConfirmSubscriber],
  ...[handleSendReleaseToSlack, handleSendReleaseByEmail, handleSendReleaseTest],
  ...[
    handleListReleaseAttachments,
    handleAddReleaseAttachment,
    handleGetReleaseAttachment,
    handleDeleteReleaseAttachment,
  ],
  ...[
    handleShowReleaseSubscription,
    handleEndReleaseSubscription,
    handleShowReleaseConfirmation,
    handleConfirmReleaseSubscription,
  ],
];
