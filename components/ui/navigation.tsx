"use client";

import { useRouter } from "next/navigation";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useTransition,
} from "react";

type Leave = {
  replace?: boolean;
  /** Unsaved changes don't matter any more. */
  unasked?: boolean;
};
type Navigation = {
  go: (href: string, leave?: Leave) => void;
  /** What must agree before the page is left. */
  guards: Set<() => boolean>;
};

const NavigationContext = createContext<Navigation | null>(null);

/**
 * The one way between pages of the app: a bar shows that the next page is on its way, and whoever holds
 * unsaved changes is asked first. Pages need no skeletons then, which would answer 200 before a 404 is known.
 */
export function NavigationProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const guards = useRef(new Set<() => boolean>()).current;

  const go = useCallback(
    (href: string, { replace = false, unasked = false }: Leave = {}) => {
      if (!unasked && ![...guards].every((mayLeave) => mayLeave())) return;
      startTransition(() => (replace ? router.replace(href) : router.push(href)));
    },
    [router, guards],
  );

  const navigation = useMemo(() => ({ go, guards }), [go, guards]);
  return (
    <NavigationContext value={navigation}>
      {children}
      {pending ? <ProgressBar /> : null}
    </NavigationContext>
  );
}

function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error("Links of the app need a NavigationProvider around them.");
  return navigation;
}

/** Opens a page of the app: `navigate("/team/project/mocks")`. */
export function useNavigate(): Navigation["go"] {
  return useNavigation().go;
}

/** While `on`, asks before a page of the app takes this one's place. */
export function useLeaveGuard(on: boolean, mayLeave: () => boolean): void {
  const { guards } = useNavigation();
  useEffect(() => {
    if (!on) return;
    guards.add(mayLeave);
    return () => void guards.delete(mayLeave);
  }, [on, guards, mayLeave]);
}

/** Appears only after a moment, so that quick pages come without flicker. */
function ProgressBar() {
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="fade-in-late fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden bg-accent/25"
    >
      <div className="slide-across h-full bg-accent" />
    </div>
  );
}
