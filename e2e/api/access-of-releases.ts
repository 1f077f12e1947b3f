import type { Row } from "./access-matrix";

/** What each caller gets for a valid request about releases, as in the matrix. */
export const releaseRows: Record<string, Row> = {
  listReleases: [401, 403, 200, 200, 200, 403],
  generateRelease: [401, 403, 201, 201, 201, 403],
  getRelease: [401, 403, 200, 200, 200, 403],
  updateRelease: [401, 403, 200, 200, 200, 403],
  deleteRelease: [401, 403, 200, 200, 200, 403],
  publishRelease: [401, 403, 200, 200, 200, 403],
  unpublishRelease: [401, 403, 200, 200, 200, 403],
  cancelRelease: [401, 403, 409, 409, 409, 403],
  scheduleRelease: [401, 403, 409, 409, 409, 403],
  cancelReleaseSchedule: [401, 403, 409, 409, 409, 403],
  regenerateRelease: [401, 403, 200, 200, 200, 403],
  exportRelease: [401, 403, 200, 200, 200, 403],
  listRepositoryRefs: [401, 403, 400, 400, 400, 403],
  listReleaseCommits: [401, 403, 200, 200, 200, 403],
  listReleaseRevisions: [401, 403, 200, 200, 200, 403],
  listReleaseEmails: [401, 403, 200, 200, 200, 403],

  getReleaseSettings: [401, 403, 200, 200, 200, 403],
  updateReleaseSettings: [401, 403, 403, 200, 200, 403],
  // There is no logo, and no picture is sent.
  getReleaseLogo: [401, 403, 404, 404, 404, 403],
  setReleaseLogo: [401, 403, 403, 400, 400, 403],
  deleteReleaseLogo: [401, 403, 403, 404, 404, 403],
  listReleaseWebhooks: [401, 403, 200, 200, 200, 403],
  createReleaseWebhook: [401, 403, 403, 201, 201, 403],
  getReleaseWebhook: [401, 403, 200, 200, 200, 403],
  updateReleaseWebhook: [401, 403, 403, 200, 200, 403],
  deleteReleaseWebhook: [401, 403, 403, 200, 200, 403],
  rotateReleaseWebhookSecret: [401, 403, 403, 200, 200, 403],
  testReleaseWebhook: [401, 403, 200, 200, 200, 403],
  listReleaseWebhookDeliveries: [401, 403, 200, 200, 200, 403],
  getReleaseWebhookDelivery: [401, 403, 200, 200, 200, 403],
  resendReleaseWebhookDelivery: [401, 403, 200, 200, 200, 403],
  listReleaseSubscribers: [401, 403, 200, 200, 200, 403],
  removeReleaseSubscriber: [401, 403, 403, 404, 404, 403],
  // The project has no public page, and this link is of no mail.
  subscribeToReleases: [404, 404, 404, 404, 404, 404],
  showSubscriberConfirmation: [404, 404, 404, 404, 404, 404],
  confirmSubscriber: [404, 404, 404, 404, 404, 404],
  // Nothing is configured; 409 is what somebody with access gets.
  sendReleaseToSlack: [401, 403, 409, 409, 409, 403],
  sendReleaseByEmail: [401, 403, 409, 409, 409, 403],
  // The test goes to the caller's own address, and a key has none.
  getReleaseRecipients: [401, 403, 200, 200, 200, 403],
  sendReleaseTest: [401, 403, 200, 200, 409, 403],
  listReleaseAttachments: [401, 403, 200, 200, 200, 403],
  addReleaseAttachment: [401, 403, 201, 201, 201, 403],
  getReleaseAttachment: [401, 403, 200, 200, 200, 403],
  deleteReleaseAttachment: [401, 403, 200, 200, 200, 403],
  // The link in a mail is the permission; this one is none.
  showReleaseSubscription: [404, 404, 404, 404, 404, 404],
  endReleaseSubscription: [404, 404, 404, 404, 404, 404],
  showReleaseConfirmation: [404, 404, 404, 404, 404, 404],
  confirmReleaseSubscription: [404, 404, 404, 404, 404, 404],
};
