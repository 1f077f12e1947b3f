/** Who makes a request. API keys arrive with the feature that creates them. */
export type UserActor = {
  kind: "user";
  user: { id: string; name: string; email: string };
};
export type Actor = UserActor | { kind: "refused-key" } | { kind: "anonymous" };
