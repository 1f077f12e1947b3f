"use client";

import { useRender } from "@base-ui/react/use-render";
import {
  type ComponentProps,
  type ComponentType,
  type ReactElement,
  type Ref,
  type RefCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { type ButtonVariant, NewButton } from "@/components/ui/button";
import { type Later, later } from "@/components/ui/later";

/** What a popup is to screen readers. */
type PopupKind = "dialog" | "menu" | "listbox";

type PopupProps = {
  /** The element that opens it. */
  trigger?: ReactElement | undefined;
  /** Or whether it is open; an id or a thing that it is open for will do. */
  open?: unknown;
};

/**
 * A popup whose code comes later: when its trigger is hovered or focused, when it opens, or while the page is at rest.
 * The trigger is there from the start and stays the same element; what is pressed before the code has come is done
 * then. The popup mounts on its first use and gives its primitive's Trigger the `trigger` that it gets here as `render`.
 */
export function laterPopup<P extends PopupProps>(
  kind: PopupKind,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const code = later(load);
  return (props) => <LaterPopup kind={kind} code={code} props={props} />;
}

type LaterPopupProps<P> = { kind: PopupKind; code: Later<ComponentType<P>>; props: P };

function LaterPopup<P extends PopupProps>({ kind, code, props }: LaterPopupProps<P>) {
  const { trigger, open } = props;
  const wanted = Boolean(open);
  const [used, setUsed] = useState(wanted);
  const [loan] = useState(createLoan);
  const Popup = code.useCode();
  if (wanted && !used) setUsed(true);
  useEffect(() => {
    if (wanted) code.need();
  }, [wanted, code]);

  function approach() {
    setUsed(true);
    code.prefetch();
  }
  return (
    <>
      {trigger ? (
        <LentTrigger kind={kind} trigger={trigger} loan={loan} onApproach={approach} onPress={code.need} />
      ) : null}
      {Popup && used ? <Popup {...props} {...(trigger && { trigger: <Stand loan={loan} /> })} /> : null}
    </>
  );
}

export type LaterDialogProps<P> = P & { trigger: ReactElement };

/** A button that opens a dialog of its own, whose code comes later. The dialog gets the button as its `trigger`. */
export function laterDialogButton<P extends object>(
  load: () => Promise<ComponentType<LaterDialogProps<P>>>,
  variant: ButtonVariant = "primary",
): ComponentType<P & { label: string }> {
  const Dialog = laterPopup<LaterDialogProps<P>>("dialog", load);
  return ({ label, ...props }) => (
    <Dialog {...(props as unknown as P)} trigger={<NewButton variant={variant}>{label}</NewButton>} />
  );
}

type TriggerProps = ComponentProps<"button">;

/** Hands what the primitive's Trigger wants on its element to the element that is there already. */
type Loan = {
  lend: (props: TriggerProps | undefined) => void;
  /** While it is pressed, the element keeps its handlers: half of a click means nothing to others. */
  hold: (on: boolean) => void;
  attach: RefCallback<HTMLButtonElement>;
  subscribe: (listener: () => void) => () => void;
  read: () => TriggerProps | undefined;
};

function createLoan(): Loan {
  let lent: TriggerProps | undefined;
  let held = false;
  let element: HTMLButtonElement | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    lend(props) {
      const before = lent?.ref;
      lent = props;
      if (before !== props?.ref) {
        give(before, null);
        give(props?.ref, element);
      }
      tell();
    },
    hold(on) {
      held = on;
      tell();
    },
    attach(next) {
      element = next;
      give(lent?.ref, next);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => (held ? undefined : lent),
  };
}

function give(ref: Ref<HTMLButtonElement> | undefined, element: HTMLButtonElement | null): void {
  if (typeof ref === "function") ref(element);
  else if (ref) ref.current = element;
}

/** Stands in for the trigger where the primitive expects it. */
function Stand({ loan, ...props }: TriggerProps & { loan: Loan }) {
  useLayoutEffect(() => loan.lend(props));
  useLayoutEffect(() => () => loan.lend(undefined), [loan]);
  return null;
}

type LentTriggerProps = {
  kind: PopupKind;
  trigger: ReactElement;
  loan: Loan;
  /** Somebody may be about to use it. */
  onApproach: () => void;
  onPress: () => void;
};

function LentTrigger({ kind, trigger, loan, onApproach, onPress }: LentTriggerProps) {
  const lent = useSyncExternalStore(loan.subscribe, loan.read, nothing);
  const [pressed, setPressed] = useState<Event>();
  const element = useRef<HTMLButtonElement>(null);

  // Done again for whom it was meant.
  useEffect(() => {
    if (!lent || !pressed) return;
    setPressed(undefined);
    element.current?.dispatchEvent(copyOf(pressed));
  }, [lent, pressed]);

  function press(event: Event) {
    setPressed(event);
    loan.hold(false);
    onApproach();
    onPress();
  }
  const own: TriggerProps = {
    ...(kind === "listbox" && { role: "combobox" }),
    "aria-haspopup": kind,
    "aria-expanded": false,
    "aria-busy": pressed ? true : undefined,
    onPointerEnter: onApproach,
    onFocus: onApproach,
    onPointerDown: () => {
      loan.hold(true);
      onApproach();
    },
    onClick: ({ nativeEvent }) => press(nativeEvent),
    onKeyDown: (event) => {
      if (kind === "dialog" || !arrows.has(event.key)) return;
      event.preventDefault();
      press(event.nativeEvent);
    },
  };
  return useRender({
    render: trigger,
    ref: [element, loan.attach],
    props: { ...(lent ? withoutRef(lent) : own) },
  });
}

const nothing = () => undefined;
const arrows = new Set(["ArrowDown", "ArrowUp"]);
const withoutRef = ({ ref: _, ...props }: TriggerProps): TriggerProps => props;

/** An event tells its own making: its kind of pointer, its key. */
function copyOf(event: Event): Event {
  const Kind = event.constructor as new (type: string, init: object) => Event;
  return new Kind(event.type, event);
}
