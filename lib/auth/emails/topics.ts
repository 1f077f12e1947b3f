/** Reasons for emails. A status is that of a topic's newest email. */
export const noticeTopic = "notice";
export const invitationTopic = (id: string): string => `invitation ${id}`;
export const resetTopic = (userId: string): string => `reset ${userId}`;
export const verificationTopic = (userId: string): string => `verification ${userId}`;
export const emailChangeTopic = (userId: string): string => `email-change ${userId}`;
export const subscriptionTopic = (projectId: string, recipient: string): string =>
  `subscription ${projectId} ${recipient}`;

/** Topics of emails with links to an account. */
export const accountTopics = (userId: string): string[] => [
  resetTopic(userId),
  verificationTopic(userId),
  emailChangeTopic(userId),
];

/** The invitation that a topic names. */
export const invitationOf = (topic: string): string | undefined => /^invitation (.+)/.exec(topic)?.[1];

/** Whether strangers can ask for emails of the topic, and must not learn whether one was sent. */
export const isAskedByStrangers = (topic: string): boolean => /^(?:reset|subscription) /.test(topic);
