"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";

type Choice<V> = { value: V };

/**
 * What somebody just chose, by id: it shows at once, before it is stored, and goes again when the API refuses.
 * Choices about one thing are sent one after the other, so that the last one stays.
 */
export function useChoices<V>() {
  const router = useRouter();
  const [refreshing, startRefresh] = useTransition();
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice<V>>>(new Map());
  const tails = useRef(new Map<string, Promise<unknown>>());
  const sending = useRef(0);

  // What is stored has arrived anew, and nothing is on its way.
  useEffect(() => {
    if (!refreshing && sending.current === 0) setChoices((all) => (all.size === 0 ? all : new Map()));
  }, [refreshing]);

  /** @throws what `send` throws, after the choice was taken back */
  async function choose<T>(id: string, value: V, send: () => Promise<T>): Promise<T> {
    const choice = { value };
    setChoices((all) => new Map(all).set(id, choice));
    sending.current += 1;
    const before = tails.current.get(id) ?? Promise.resolve();
    const sent = before.then(send);
    tails.current.set(
      id,
      sent.catch(() => undefined),
    );
    try {
      return await sent;
    } catch (error) {
      setChoices((all) => (all.get(id) === choice ? without(all, id) : all));
      throw error;
    } finally {
      sending.current -= 1;
      startRefresh(() => router.refresh());
    }
  }

  const chosen = (id: string, stored: V): V => {
    const choice = choices.get(id);
    return choice ? choice.value : stored;
  };
  return { chosen, choose };
}

function without<V>(all: ReadonlyMap<string, V>, id: string): ReadonlyMap<string, V> {
  const rest = new Map(all);
  rest.delete(id);
  return rest;
}
