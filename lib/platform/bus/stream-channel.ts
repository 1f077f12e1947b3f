/** Bus channel of a stream that clients listen to: that of an inbox, by its id, or of the calls of a project's mocks. */
export const streamChannel = (stream: string) => `captures:${stream}`;
