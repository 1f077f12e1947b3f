"use client";

import { createContext, useContext, useEffect, useMemo, useRef, useState } from "react";

export type Leave = {
  replace?: boolean;
  /** Navigates without asking about unsaved changes. */
  unasked?: boolean;
};
/** Whether there are unsaved changes. */
export type Guard = () => boolean;
export type Navigation = {
  go: (href: string, leave?: Leave) => void;
  guards: Set<Guard>;
  /** Asks whether unsaved changes may be discarded. */
  ask: () => Promise<boolean>;
};

export const NavigationContext = createContext<Navigation | null>(null);

function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error("Links of the app need a NavigationProvider around them.");
  return navigation;
}

/** Opens a page of the app: `navigate("/team/project/mocks")`. */
export function useNavigate(): Navigation["go"] {
  return useNavigation().go;
}

type Surface = {
  guards: Set<Guard>;
  /** Closes without a question. */
  close: () => void;
  /** Closes, after a question if there are unsaved changes. */
  leave: () => void;
};

const SurfaceContext = createContext<Surface | null>(null);
export const SurfaceProvider = SurfaceContext.Provider;

/** The surrounding dialog or panel; null on a page. */
export const useSurface = () => useContext(SurfaceContext);

/**
 * While `on`, asks before unsaved changes are lost by a link, by Back or Forward, by closing the surrounding dialog, or
 * by closing or reloading the tab.
 */
export function useLeaveGuard(on: boolean, isUnsaved: Guard = always): void {
  const { guards } = useNavigation();
  const surface = useSurface();
  useEffect(() => {
    if (!on) return;
    const places = [guards, ...(surface ? [surface.guards] : [])];
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    for (const place of places) place.add(isUnsaved);
    window.addEventListener("beforeunload", beforeUnload);
    return () => {
      for (const place of places) place.delete(isUnsaved);
      window.removeEventListener("beforeunload", beforeUnload);
    };
  }, [on, guards, surface, isUnsaved]);
}

const always = () => true;

export const anyHolds = (guards: Set<Guard>) => [...guards].some((isUnsaved) => isUnsaved());

/** The open state of a dialog that asks before closing if a form in it has unsaved changes. */
export function useGuardedOpen(given: boolean | undefined, onOpenChange?: (open: boolean) => void) {
  const { ask } = useNavigation();
  const [own, setOwn] = useState(false);
  const guards = useRef(new Set<Guard>()).current;
  const told = useRef(onOpenChange);
  told.current = onOpenChange;
  const { change, surface } = useMemo(() => {
    const set = (next: boolean) => {
      setOwn(next);
      told.current?.(next);
    };
    const change = async (next: boolean) => {
      if (next || !anyHolds(guards) || (await ask())) set(next);
    };
    return { change, surface: { guards, close: () => set(false), leave: () => void change(false) } };
  }, [guards, ask]);

  return { open: given ?? own, change: (next: boolean) => void change(next), surface };
}
