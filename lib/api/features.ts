import { handleChangePassword } from "@/lib/account/change-password";
import { handleDeleteAccount } from "@/lib/account/delete-account";
import { handleExportAccount } from "@/lib/account/export-account";
import { handleGetAccount } from "@/lib/account/get-account";
import { handleGetAccountEmails } from "@/lib/account/get-account-emails";
import { handleEndOtherSessions, handleEndSession, handleListSessions } from "@/lib/account/sessions";
import { handleUpdateAccount } from "@/lib/account/update-account";
import {
  handleChangeEmail,
  handleRequestEmailChange,
  handleShowEmailChange,
} from "@/lib/account/ways/email-change";
import {
  handleAddPasskey,
  handleListPasskeys,
  handlePreparePasskey,
  handleRemovePasskey,
  handleRenamePasskey,
} from "@/lib/account/ways/passkeys";
import { handleConnectProvider, handleDisconnectProvider } from "@/lib/account/ways/providers";
import { handlePreparePasskeySignIn, handleSignInPasskey } from "@/lib/account/ways/sign-in-passkey";
import { handleSignInTwoFactor } from "@/lib/account/ways/sign-in-two-factor";
import { handleSocialCallback } from "@/lib/account/ways/social-callback";
import {
  handleConfirmTwoFactor,
  handleEndTwoFactor,
  handlePrepareTwoFactor,
  handleRenewRecoveryCodes,
} from "@/lib/account/ways/two-factor";
import {
  handleCancelEmailChange,
  handleRestoreEmail,
  handleShowEmailChangeCancellation,
  handleShowEmailRestoration,
} from "@/lib/account/ways/undo-email-change";
import { handleGetProjectActivity } from "@/lib/activity/get-project-activity";
import { handleGetTeamActivity } from "@/lib/activity/get-team-activity";
import { handleExportProjectAuditLog, handleExportTeamAuditLog } from "@/lib/audit/export-audit-log";
import { handleListProjectAuditLog, handleListTeamAuditLog } from "@/lib/audit/list-audit-log";
import {
  handleGetSession,
  handleShowSignInError,
  handleSignIn,
  handleSignInAlias,
  handleSignInSocial,
  handleSignOut,
  handleSignUp,
} from "@/lib/auth/account-operations";
import {
  handleSendVerificationEmail,
  handleShowVerification,
  handleVerifyEmail,
} from "@/lib/auth/address-proof";
import { handleRequestPasswordReset, handleResetPassword } from "@/lib/auth/password-reset";
import { handleListDeletions } from "@/lib/deletions/list-deletions";
import { handleCreateEnvironment } from "@/lib/environments/create-environment";
import { handleDeleteEnvironment } from "@/lib/environments/delete-environment";
import { handleListEnvironments } from "@/lib/environments/list-environments";
import { handleUpdateEnvironment } from "@/lib/environments/update-environment";
import { handleExplainFlag } from "@/lib/evaluation/explain-flag";
import { handleResolveFlags } from "@/lib/evaluation/resolve-flags";
import { handleCompareEnvironments } from "@/lib/flag-moves/compare-environments";
import { handleCopyEnvironment } from "@/lib/flag-moves/copy-environment";
import { handlePromoteFlags } from "@/lib/flag-moves/promote-flags";
import {
  handleCancelFlagSchedule,
  handleCancelGroupFlagSchedule,
} from "@/lib/flag-schedules/cancel-schedule";
import {
  handleCreateFlagSchedule,
  handleCreateGroupFlagSchedule,
} from "@/lib/flag-schedules/create-schedule";
import {
  handleListFlagSchedules,
  handleListGroupFlagSchedules,
  handleListSchedules,
} from "@/lib/flag-schedules/list-schedules";
import { handleGetFlagSnapshot } from "@/lib/flag-snapshot/get-flag-snapshot";
import { handleReportFlagUses } from "@/lib/flag-snapshot/report-flag-uses";
import { handleStreamFlags } from "@/lib/flag-stream/stream-flags";
import { handleCheckFlag } from "@/lib/flags/check-flag";
import { handleCreateFlag } from "@/lib/flags/create-flag";
import { handleDeleteFlag } from "@/lib/flags/delete-flag";
import { handleGetFlag } from "@/lib/flags/get-flag";
import { handleGetFlagUsage } from "@/lib/flags/get-flag-usage";
import { handleListFlagKeys } from "@/lib/flags/list-flag-keys";
import { handleListFlags } from "@/lib/flags/list-flags";
import { handleListStaleFlags } from "@/lib/flags/list-stale-flags";
import { handleUpdateFlag } from "@/lib/flags/update-flag";
import { handleCreateGroup } from "@/lib/groups/create-group";
import { handleCreateGroupFlag } from "@/lib/groups/create-group-flag";
import { handleDeleteGroup } from "@/lib/groups/delete-group";
import { handleDeleteGroupFlag } from "@/lib/groups/delete-group-flag";
import { handleGetGroup } from "@/lib/groups/get-group";
import { handleGetGroupFlag } from "@/lib/groups/get-group-flag";
import { handleGetGroupFlagUsage } from "@/lib/groups/get-group-flag-usage";
import { handleListGroupFlags } from "@/lib/groups/list-group-flags";
import { handleListGroups } from "@/lib/groups/list-groups";
import { handleUpdateGroup } from "@/lib/groups/update-group";
import { handleUpdateGroupFlag } from "@/lib/groups/update-group-flag";
import { handleCreateKeyCode } from "@/lib/keys/codes/create-key-code";
import { handleExchangeKeyCode } from "@/lib/keys/codes/exchange-key-code";
import { handleCreateApiKey } from "@/lib/keys/create-api-key";
import { handleGetApiKey } from "@/lib/keys/get-api-key";
import { handleGetOwnKey } from "@/lib/keys/get-own-key";
import { handleListApiKeys } from "@/lib/keys/list-api-keys";
import { handleListMemberKeys } from "@/lib/keys/list-member-keys";
import { handleRevokeApiKey } from "@/lib/keys/revoke-api-key";
import { handleRollApiKey } from "@/lib/keys/roll-api-key";
import { handleUpdateApiKey } from "@/lib/keys/update-api-key";
import { mockFeatures } from "@/lib/mocks/features";
import { handleEvaluateFlag, handleEvaluateFlags } from "@/lib/ofrep/evaluate-flags";
import type { AnyImplementation } from "@/lib/operations/implement";
import { handleCreateProject } from "@/lib/projects/create-project";
import { handleDeleteProject } from "@/lib/projects/delete-project";
import { handleGetProject } from "@/lib/projects/get-project";
import { handleGetUsage } from "@/lib/projects/get-usage";
import { handleListProjects } from "@/lib/projects/list-projects";
import { handleMoveProject } from "@/lib/projects/move-project";
import { handleUpdateProject } from "@/lib/projects/update-project";
import { handleClearOverride } from "@/lib/records/clear-override";
import { handleCreateRecord } from "@/lib/records/create-record";
import { handleDeleteRecord } from "@/lib/records/delete-record";
import { handleGetRecord } from "@/lib/records/get-record";
import { handleImportRecords } from "@/lib/records/import-records";
import { handleListOverrides } from "@/lib/records/list-overrides";
import { handleListRecords } from "@/lib/records/list-records";
import { handleSetOverride } from "@/lib/records/set-override";
import { handleUpdateRecord } from "@/lib/records/update-record";
import { releaseFeatures } from "@/lib/releases/features";
import { releaseWebhookFeatures } from "@/lib/releases/webhooks/features";
import { handleSearch } from "@/lib/search/search";
import { handleCreateSegment } from "@/lib/segments/create-segment";
import { handleDeleteSegment } from "@/lib/segments/delete-segment";
import { handleGetSegment } from "@/lib/segments/get-segment";
import { handleListSegments } from "@/lib/segments/list-segments";
import { handleUpdateSegment } from "@/lib/segments/update-segment";
import { handleAcceptInvitation } from "@/lib/teams/accept-invitation";
import { handleCreateInvitation } from "@/lib/teams/create-invitation";
import { handleCreateTeam } from "@/lib/teams/create-team";
import { handleDeleteInvitation } from "@/lib/teams/delete-invitation";
import { handleDeleteTeam } from "@/lib/teams/delete-team";
import { handleGetInvitation } from "@/lib/teams/get-invitation";
import { handleGetTeam } from "@/lib/teams/get-team";
import { handleListInvitations } from "@/lib/teams/list-invitations";
import { handleListMembers } from "@/lib/teams/list-members";
import { handleListTeams } from "@/lib/teams/list-teams";
import { handleRemoveMember } from "@/lib/teams/remove-member";
import { handleSendInvitation } from "@/lib/teams/send-invitation";
import { handleUpdateMember } from "@/lib/teams/update-member";
import { handleUpdateTeam } from "@/lib/teams/update-team";
import { handleCheckStreams } from "@/lib/webhooks/check-streams";
import { handleClearRequests } from "@/lib/webhooks/clear-requests";
import { handleCreateCallsTicket } from "@/lib/webhooks/create-calls-ticket";
import { handleCreateStreamTicket } from "@/lib/webhooks/create-stream-ticket";
import { handleCreateWebhook } from "@/lib/webhooks/create-webhook";
import { handleDeleteRequest } from "@/lib/webhooks/delete-request";
import { handleDeleteWebhook } from "@/lib/webhooks/delete-webhook";
import { forwardingFeatures } from "@/lib/webhooks/forwarding/features";
import { handleGetRequest } from "@/lib/webhooks/get-request";
import { handleGetRequestBody } from "@/lib/webhooks/get-request-body";
import { handleGetWebhook } from "@/lib/webhooks/get-webhook";
import { handleListRequests } from "@/lib/webhooks/list-requests";
import { handleListStreamRequests } from "@/lib/webhooks/list-stream-requests";
import { handleListWebhooks } from "@/lib/webhooks/list-webhooks";
import { handleOpenStream } from "@/lib/webhooks/open-stream";
import { handleNoteRequest } from "@/lib/webhooks/pins/note-request";
import { handlePinRequest } from "@/lib/webhooks/pins/pin-request";
import { handleUnpinRequest } from "@/lib/webhooks/pins/unpin-request";
import { handlePreviewWebhook } from "@/lib/webhooks/preview/preview-webhook";
import { handleReplayRequest } from "@/lib/webhooks/replay-request";
import { handleSearchRequests } from "@/lib/webhooks/searching/search-requests";
import { handleListShares } from "@/lib/webhooks/shares/list-shares";
import { handleRevokeShare } from "@/lib/webhooks/shares/revoke-share";
import { handleShareRequest } from "@/lib/webhooks/shares/share-request";
import { handleUpdateWebhook } from "@/lib/webhooks/update-webhook";
import { handleRestoreDeletion } from "./restore-deletion";
import { handleRunScheduledWork } from "./scheduled-work";
import { handleGetVersion } from "./version";

/** Every operation of every feature. */
export const features: readonly AnyImplementation[] = [
  ...[handleSignUp, handleSignIn, handleSignInAlias, handleSignOut, handleGetSession],
  ...[
    handleListProjectAuditLog,
    handleExportProjectAuditLog,
    handleListTeamAuditLog,
    handleExportTeamAuditLog,
  ],
  ...[handleSearch],
  ...[handleRequestPasswordReset, handleResetPassword],
  ...[handleSignInSocial, handleSocialCallback, handleShowSignInError],
  ...[handleSendVerificationEmail, handleShowVerification, handleVerifyEmail],
  ...[handleSignInTwoFactor, handlePreparePasskeySignIn, handleSignInPasskey],
  ...[handleShowEmailChange, handleChangeEmail],
  ...[handleShowEmailChangeCancellation, handleCancelEmailChange],
  ...[handleShowEmailRestoration, handleRestoreEmail],
  ...[
    handleGetAccount,
    handleGetAccountEmails,
    handleUpdateAccount,
    handleDeleteAccount,
    handleExportAccount,
    handleChangePassword,
  ],
  ...[handleListSessions, handleEndOtherSessions, handleEndSession, handleRequestEmailChange],
  ...[handlePrepareTwoFactor, handleConfirmTwoFactor, handleEndTwoFactor, handleRenewRecoveryCodes],
  ...[handleListPasskeys, handlePreparePasskey, handleAddPasskey, handleRenamePasskey, handleRemovePasskey],
  ...[handleConnectProvider, handleDisconnectProvider],
  ...[handleListTeams, handleCreateTeam, handleGetTeam, handleUpdateTeam, handleDeleteTeam],
  ...[handleListMembers, handleUpdateMember, handleRemoveMember],
  ...[handleListInvitations, handleCreateInvitation, handleDeleteInvitation, handleSendInvitation],
  ...[handleGetInvitation, handleAcceptInvitation],
  ...[handleListProjects, handleCreateProject, handleGetProject, handleUpdateProject, handleDeleteProject],
  handleMoveProject,
  handleGetUsage,
  ...[handleGetProjectActivity, handleGetTeamActivity],
  ...mockFeatures,
  ...[handleListWebhooks, handleCreateWebhook, handlePreviewWebhook],
  ...[handleGetWebhook, handleUpdateWebhook, handleDeleteWebhook],
  ...[
    handleListRequests,
    handleClearRequests,
    handleGetRequest,
    handleGetRequestBody,
    handleDeleteRequest,
    handleReplayRequest,
    handlePinRequest,
    handleUnpinRequest,
    handleNoteRequest,
  ],
  ...forwardingFeatures,
  ...[handleShareRequest, handleListShares, handleRevokeShare, handleSearchRequests],
  ...[
    handleCreateStreamTicket,
    handleCreateCallsTicket,
    handleOpenStream,
    handleCheckStreams,
    handleListStreamRequests,
  ],
  handleListMemberKeys,
  ...[
    handleListApiKeys,
    handleCreateApiKey,
    handleGetApiKey,
    handleGetOwnKey,
    handleCreateKeyCode,
    handleExchangeKeyCode,
    handleUpdateApiKey,
    handleRevokeApiKey,
    handleRollApiKey,
  ],
  ...[handleListEnvironments, handleCreateEnvironment, handleUpdateEnvironment, handleDeleteEnvironment],
  ...[handleListSegments, handleCreateSegment, handleGetSegment, handleUpdateSegment, handleDeleteSegment],
  handleExplainFlag,
  ...[
    handleListFlagKeys,
    handleListStaleFlags,
    handleCompareEnvironments,
    handleCopyEnvironment,
    handlePromoteFlags,
    handleListFlags,
    handleCreateFlag,
    handleGetFlag,
    handleUpdateFlag,
    handleDeleteFlag,
    handleCheckFlag,
    // After the check, which has the path of the use of a flag with the id `check` for the key `usage`.
    handleGetFlagUsage,
    handleListSchedules,
    handleListFlagSchedules,
    handleCreateFlagSchedule,
    handleCancelFlagSchedule,
  ],
  ...[
    handleListGroups,
    handleCreateGroup,
    handleGetGroup,
    handleUpdateGroup,
    handleDeleteGroup,
    handleListGroupFlags,
    handleCreateGroupFlag,
    handleGetGroupFlag,
    handleGetGroupFlagUsage,
    handleUpdateGroupFlag,
    handleDeleteGroupFlag,
    handleListGroupFlagSchedules,
    handleCreateGroupFlagSchedule,
    handleCancelGroupFlagSchedule,
  ],
  ...[
    handleListRecords,
    handleCreateRecord,
    handleImportRecords,
    handleGetRecord,
    handleUpdateRecord,
    handleDeleteRecord,
    handleSetOverride,
    handleClearOverride,
    handleListOverrides,
  ],
  ...[handleResolveFlags, handleStreamFlags, handleEvaluateFlags, handleEvaluateFlag],
  handleGetFlagSnapshot,
  handleReportFlagUses,
  ...releaseFeatures,
  ...releaseWebhookFeatures,
  ...[handleListDeletions, handleRestoreDeletion],
  handleRunScheduledWork,
  handleGetVersion,
];
