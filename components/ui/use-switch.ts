"use client";

import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import type { CallInput, Operation } from "@/lib/operations/operation";

export type Switched = {
  id: string;
  /** The boolean field. */
  field: string;
  /** "“Beta”" */
  what: string;
  /** " in Production" */
  where?: string;
};

/**
 * Turns a field on or off. The new position shows at once, and is rolled back if the API refuses. The success message
 * offers Undo.
 */
export function useSwitch<O extends Operation>(op: O, place: Partial<CallInput<O>>) {
  const write = useWrite();
  const toast = useToast();

  return async function turn(switched: Switched, on: boolean, undone = false): Promise<void> {
    const { id, field, what, where = "" } = switched;
    const change = { [field]: on };
    try {
      await write(op, { ...place, ...change } as CallInput<O>, { patch: { id, ...change } });
      const undo = () => void turn(switched, !on, true);
      toast.success(`${what} is ${onOff(on)}${where}`, undone ? {} : { undo });
    } catch (error) {
      toast.error(`${what} could not be switched ${onOff(on)}${where}`, { description: messageOf(error) });
    }
  };
}

/** A switch's position in a sentence. */
export const onOff = (on: boolean) => (on ? "on" : "off");
