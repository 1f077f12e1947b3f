/** What the two sides of the pages' socket tell each other in headers, which nobody else sees. */

/** How many changes the rendering process must have heard of before it answers. */
export const seenHeader = "x-fieldkit-seen";
/** Whether somebody wants to know who called, and in which trace. */
export const observedHeader = "x-fieldkit-observe";
/** In answers: who called, as kind and id. */
export const actorHeader = "x-fieldkit-actor";
