import {
  example,
  exampleTimes,
  type Reference,
  sentEmail,
  success,
  undoable,
} from "@/lib/operations/reference";
import type * as attachments from "./attachments/contract";
import type * as delivery from "./delivery/contract";
import type * as notes from "./notes/contract";
import type * as repositories from "./repositories/contract";
import type * as schedule from "./schedule/contract";
import type * as releaseSettings from "./settings/contract";
import type * as subscribers from "./subscribers/contract";

const repoUrl = "https://github.com/example/shop";
const content = `## Features

- Pay by invoice ([4f1c2d9](${repoUrl}/commit/4f1c2d9e8b7a6c5d4e3f2a1b0c9d8e7f6a5b4c3d))
`;
const writing = {
  id: example.releaseId,
  projectId: example.projectId,
  title: "Release notes, 1 Feb to 28 Feb 2026",
  content: "",
  status: "processing" as "processing" | "draft" | "published",
  fromDate: "2026-02-01T00:00:00.000Z",
  toDate: "2026-02-28T23:59:59.999Z",
  repoUrls: [repoUrl],
  ranges: null,
  commitCount: 0,
  errorMessage: null,
  publishedAt: null,
  publishAt: null as string | null,
  publishProblem: null,
  generatedBy: null,
  warning: null,
  progress: { phase: "waiting" as const, done: 0, total: 0 },
  revision: 0,
  ...exampleTimes,
};
const draft = {
  ...writing,
  content,
  status: "draft" as const,
  commitCount: 1,
  generatedBy: "rules",
  progress: null,
  revision: 1,
  updatedAt: "2026-03-02T09:15:04.310Z",
};
const later = "2026-03-03T14:02:11.480Z";
const attachment = {
  id: example.attachmentId,
  releaseId: example.releaseId,
  name: "plan.txt",
  contentType: "text/plain",
  size: 18,
  createdAt: later,
};
const settings = {
  slackConfigured: true,
  slackTail: "x7Qk",
  githubTokenConfigured: true,
  githubTokenTail: "9aZ0",
  githubTokenOwners: ["acme"],
  gitlabTokenConfigured: false,
  gitlabTokenTail: null,
  gitlabTokenOwners: [],
  emailRecipients: ["team@example.com"],
  repoUrls: [repoUrl],
  audience: "users" as const,
  changelog: false,
  accentColor: "#0f766e",
  logo: null,
  subscriptions: false,
  updatedAt: later,
};
const sentOnce =
  "409 while the notes are written or the same text is being sent by another request. 502 says how the other side failed.";

type Contract = typeof notes &
  typeof schedule &
  typeof repositories &
  typeof delivery &
  typeof attachments &
  typeof subscribers &
  typeof releaseSettings;

export const releaseReference: Reference<Contract> = {
  listReleases: {
    description: "Newest creation first, whether they are being written, drafts or published.",
    answer: [draft],
  },
  generateRelease: {
    description:
      "Answers at once with the release in `processing`; ask for it until it is a draft, with `errorMessage` where nothing came of it. Plain dates are whole days in UTC, the last one included. Addresses of repositories must be public and `https:`, at most 20; `address#name` reads another branch or tag than the default branch. Instead of dates and `repoUrls`, `ranges` gives for each repository the commits that `to` has and `from` has not, as `git log from..to` does: names of tags or branches, or whole hashes of commits. Without `from` the range begins behind the last tag: before a version, behind the version before it. The title is then the tag.",
    body: { fromDate: "2026-02-01", toDate: "2026-02-28", repoUrls: [repoUrl] },
    answer: writing,
  },
  getRelease: {
    description:
      "`progress` says how far the notes are while `status` is `processing`; `content` is empty until then.",
    answer: draft,
  },
  updateRelease: {
    description:
      "Absent fields keep their value. Each change makes a revision, so nothing that was written is lost. A published release may be edited, and `publishedAt` stays. 409 while the notes are written.",
    body: { title: "February" },
    answer: { ...draft, title: "February", revision: 2, updatedAt: later },
  },
  deleteRelease: {
    description: `${undoable} Its revisions and attachments go with it, published or not. Mails and messages that were sent stay where they are.`,
    answer: success,
  },
  publishRelease: {
    description:
      "Shows the release on the project's public page, where that is switched on. Nothing is sent. A release that is published already stays as it is. 409 while the notes are written.",
    answer: { ...draft, status: "published", publishedAt: later, updatedAt: later },
  },
  cancelRelease: {
    description:
      "Whatever is being read or written ends within 15 seconds. A release that has notes keeps them; one without is a draft whose `errorMessage` says what happened. 409 where nothing is being written.",
    answer: draft,
  },
  scheduleRelease: {
    description:
      "The draft is published at that time, in the name of whoever schedules it and by their access then: where they may not publish it any more, it stays a draft whose `publishProblem` says so. It can be edited until then, and is published as it is at that time. Nothing is sent. Writing it anew takes the time away. 409 for a published release, one without notes, and while the notes are written.",
    body: { publishAt: later },
    answer: { ...draft, publishAt: later },
  },
  cancelReleaseSchedule: {
    description: "The release stays a draft. 409 for one that is not scheduled.",
    answer: draft,
  },
  unpublishRelease: {
    description:
      "Takes the release off the project's public page and out of its feeds, at once. What was sent stays where it is. A draft stays as it is. 409 while the notes are written.",
    answer: draft,
  },
  regenerateRelease: {
    description:
      "Reads the same range of the same repositories again. What the draft says now stays in its revisions, and comes back when the new try fails. 409 for a published release and while notes are written.",
    answer: writing,
  },
  exportRelease: {
    description: "The Markdown alone, as a file named after the title. Empty while the notes are written.",
    answer: content,
  },
  listRepositoryRefs: {
    description:
      "Asks the repository's server, with the project's token where it has one for it. 400 when nothing can be read at the address, 502 when the server fails.",
    answer: { defaultBranch: "main", branches: ["main"], tags: ["v1.3.0", "v1.2.0"], isCut: false },
  },
  listReleaseCommits: {
    description:
      "Every commit that was read, so that none is missing without a reason: `leftOut` says why it is not in the notes. Empty while the notes are written for the first time.",
    answer: [
      {
        sha: "4f1c2d9e8b7a6c5d4e3f2a1b0c9d8e7f6a5b4c3d",
        repoUrl,
        subject: "feat: pay by invoice",
        author: "Ada",
        url: `${repoUrl}/commit/4f1c2d9e8b7a6c5d4e3f2a1b0c9d8e7f6a5b4c3d`,
        leftOut: null,
      },
    ],
  },
  listReleaseRevisions: {
    description: "Newest first. `origin` says whether the notes were generated or edited, `author` by whom.",
    answer: [
      {
        number: 1,
        title: draft.title,
        content,
        origin: "generated",
        autosaved: false,
        author: null,
        createdAt: draft.updatedAt,
      },
    ],
  },
  getReleaseSettings: {
    description:
      "Members may read them. Of the Slack address and of tokens only the last characters are shown.",
    answer: settings,
  },
  updateReleaseSettings: {
    description:
      "For admins. Absent fields keep their value, and `slackWebhookUrl: null` takes the address away; `githubToken` and `gitlabToken` read private repositories on github.com and gitlab.com, but only those of `githubTokenOwners` and `gitlabTokenOwners`. Fieldkit reads any other repository without the token. A token without owners gets those of `repoUrls`, and is 400 if there are none. A token that replaces another one keeps its owners. All three are kept encrypted. At most 50 recipients, each kept once.",
    body: { emailRecipients: ["team@example.com"], audience: "users" },
    answer: settings,
  },
  getReleaseLogo: {
    description: "The picture as it was uploaded. 404 while there is none.",
    answer: "\u2026",
  },
  setReleaseLogo: {
    description:
      "For admins. A form with one part, `file`: PNG, JPEG, GIF, WebP or AVIF by its bytes, at most 256 KiB; no SVG, because that can run scripts. Takes the place of the one before.",
    body: { file: "\u2026" },
    answer: { version: "3f0c2f5e8d2b", contentType: "image/png", size: 1834 },
  },
  deleteReleaseLogo: {
    description: "For admins. The page has none at once, and the picture is gone for good.",
    answer: success,
  },
  listReleaseSubscribers: {
    description:
      "Whoever entered an address on the public page and opened the link in the mail. They get releases that are sent by e-mail while `changelog` and `subscriptions` are on.",
    answer: [{ id: example.subscriberId, email: "ada@example.com", subscribedAt: later }],
  },
  removeReleaseSubscriber: {
    description: "For admins. Nobody is told, and whoever it was gets nothing more.",
    answer: success,
  },
  subscribeToReleases: {
    description:
      "A form with one part, `email`, as the public page sends it. A mail with a link goes to the address, at most once a day from one project; nothing is stored before it is opened, and the answer says nothing of whether somebody has subscribed already. 404 where the project has no public page or takes no subscriptions, 409 while no admin of its team has proved an address, 429 for more than 20 an hour from one address. A browser, which says `Accept: text/html`, gets a page.",
    body: { email: "ada@example.com" },
    answer: { ...success, email: "queued" },
  },
  showSubscriberConfirmation: {
    description: "Asks before anything happens, because programs open links of mails too. 410 after a week.",
    answer: "<!doctype html><title>Send releases to ada@example.com?</title>",
  },
  confirmSubscriber: {
    description:
      "Also for somebody who had ended the e-mails before. Each mail has a link that ends them. 409 beyond the project's quota.",
    answer: success,
  },
  getReleaseRecipients: {
    description:
      "Recipients who are `refused` don't get release emails, even if they are added again. `unasked` and `pending` occur on instances that require confirmation from recipients outside the team. Fieldkit asks them when a release is sent, at most once an hour, and sends release emails only after they confirm.",
    answer: {
      recipients: [{ email: "team@example.com", state: "open" as const }],
      emailConfigured: true,
      subscribers: 12,
    },
  },
  sendReleaseToSlack: {
    description: `Once for each revision as a draft, marked as such, and once published: a repeat succeeds and sends nothing. 409 where no channel is configured, or its address was encrypted with a secret of the installation that is gone. ${sentOnce}`,
    answer: success,
  },
  listReleaseEmails: {
    description:
      "One row for each recipient of the current text. Fieldkit retries failed emails for 17 hours, as long as the release isn't changed or published. It doesn't repeat an email that may have arrived.",
    answer: [{ id: example.releaseId, recipient: "ada@example.com", emailStatus: sentEmail }],
  },
  sendReleaseByEmail: {
    description: `A message for each recipient, with the attachments; once for each revision as a draft and once published. 409 where nobody is configured. Where some fail, 502 says who has no message, and a repeat tries only those. Where mail leaves this installation, the sender has to have proved an address (403). A project sends at most 200 a day (429): what is left goes out with a later repeat. ${sentOnce}`,
    answer: success,
  },
  sendReleaseTest: {
    description:
      "Ten times an hour; it does not count as sent. Only for whoever is signed in as a person: a key has no address (409). 409 too while the notes are written; 502 says why the mail did not go out.",
    answer: success,
  },
  listReleaseAttachments: {
    description: "Names, types and sizes; the files themselves are downloads of their own.",
    answer: [attachment],
  },
  addReleaseAttachment: {
    description:
      "A form with one part, `file`, with a name. At most 5 MiB, and 20 MiB for all attachments of a release; more is 413. It goes with e-mails that are sent afterwards. An image (PNG, JPEG, GIF, WebP or AVIF by its bytes) is shown in the notes by `![what it shows](attachment:<id>)`, and to everybody once these are published on a public page.",
    body: { file: "Ship on Thursday.\n" },
    answer: attachment,
  },
  getReleaseAttachment: {
    description:
      "The bytes as they were uploaded, with the type that was declared, always as a download: a browser shows none of it as a page.",
    answer: "Ship on Thursday.\n",
  },
  deleteReleaseAttachment: {
    description:
      "At once and for good. E-mails that were sent keep theirs. Notes that show it as an image have its words in its place.",
    answer: success,
  },
  showReleaseSubscription: {
    description:
      "Asks before anything ends, because programs open links of mails too. The link is the permission; 404 for one that is not of this installation.",
    answer: "<!doctype html><title>End release e-mails to ada@example.com?</title>",
  },
  endReleaseSubscription: {
    description:
      "Takes the recipient off the project's list, and holds if somebody puts them there again; ending it twice succeeds. A browser, which says `Accept: text/html`, gets a page.",
    answer: success,
  },
  showReleaseConfirmation: {
    description: "Asks before anything happens. The link is the permission, as with the one that ends them.",
    answer: "<!doctype html><title>Get release e-mails at ada@example.com?</title>",
  },
  confirmReleaseSubscription: {
    description: "The project may then send them. A browser, which says `Accept: text/html`, gets a page.",
    answer: success,
  },
};
