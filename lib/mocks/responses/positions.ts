import { bus } from "@/lib/platform/bus/bus";

const nameOf = (mockId: string) => `sequence:${mockId}`;

/** How many calls of a mock came before this one, since its sequence began. */
export async function nextPosition(mockId: string): Promise<number> {
  return (await bus().countUp(nameOf(mockId))) - 1;
}

/** Begins a mock's sequence anew, in all processes. */
export const resetPosition = (mockId: string): Promise<void> => bus().resetCount(nameOf(mockId));
