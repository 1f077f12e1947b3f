import type { Ctx } from "./context";

/**
 * What a domain function tells the trail of its call, besides its answer. One object for each attempt to carry the call
 * out.
 */
export type Trail = {
  /** The thing as it was, in the shape in which the API shows it. */
  before?: object | undefined;
  /** The thing as it is, where the answer does not show it. */
  after?: object | undefined;
  /** What the path and the answer don't say of the thing. */
  subject?: { id?: string; name?: string } | undefined;
  /** The project that the caller was let into. */
  project?: { id: string; teamId: string } | undefined;
  /** Where it belongs, if the path does not say so. Null for a person's own things. */
  place?: { teamId: string | null; projectId?: string | undefined } | undefined;
  /** Whose account is changed, by a call that nobody is signed in for. */
  ownerId?: string | undefined;
  /** Ids of other teams that it concerns: each has an entry of its own. */
  alsoIn?: readonly string[] | undefined;
  /** The scheduled change that this is: nobody calls, it is done in its planner's name. */
  scheduledChangeId?: string | undefined;
  /** Nothing was changed in the end. */
  unchanged?: boolean | undefined;
};

type Traced = Pick<Ctx, "trail">;

/** Tells the trail what the thing was before this call. Without it, an entry has what came of the call only. */
export function noteBefore({ trail }: Traced, before: object): void {
  if (trail) trail.before = before;
}

/** Tells the trail what the call does not answer with. */
export function noteTrail({ trail }: Traced, known: Trail): void {
  if (trail) Object.assign(trail, known);
}
