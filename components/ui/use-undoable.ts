"use client";

import { messageOf } from "@/components/ui/form-problem";
import { useToast } from "@/components/ui/toast";
import { useChoices } from "@/components/ui/use-choices";

export type Undoable<V> = {
  /** What the choice is about. */
  id: string;
  before: V;
  after: V;
  send: (value: V) => Promise<unknown>;
  /** "“Beta” is on in Production" */
  done: (value: V) => string;
  failed: (value: V) => string;
};

/** Choices that show at once and can be undone from the message that says they are stored. */
export function useUndoable<V>() {
  const toast = useToast();
  const { chosen, choose } = useChoices<V>();

  async function apply(choice: Undoable<V>, undone = false): Promise<void> {
    const { id, before, after, send, done, failed } = choice;
    try {
      await choose(id, after, () => send(after));
      const undo = () => void apply({ ...choice, before: after, after: before }, true);
      toast.success(done(after), undone ? {} : { undo });
    } catch (error) {
      toast.error(failed(after), { description: messageOf(error) });
    }
  }

  return { chosen, apply };
}
