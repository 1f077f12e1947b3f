/** A signed-in person. */
export type UserActor = {
  kind: "user";
  user: { id: string; name: string; email: string };
  sessionId: string;
};
/** An API key, which acts as an admin of its one project. */
export type KeyActor = { kind: "key"; key: { id: string; projectId: string } };
/** Who makes a request. */
export type Actor = UserActor | KeyActor | { kind: "anonymous" };
