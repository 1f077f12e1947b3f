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

/** The popup's role for screen readers. */
type PopupKind = "dialog" | "menu" | "listbox";

type PopupProps = {
  /** The element that opens it. */
  trigger?: ReactElement | undefined;
  /** Controls a popup without a trigger: any truthy value opens it, such as the id of the item it shows. */
  open?: unknown;
};

/**
 * A popup whose code is loaded when its trigger is hovered or focused, when it opens, or when the page is idle.
 * The trigger is rendered from the start and stays the same element. A click or key press before the code has loaded is
 * replayed afterwards. The popup mounts on first use. It must pass the `trigger` prop that it gets here to its
 * primitive's Trigger as `render`.
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

/** A button with its own dialog, whose code is loaded on demand. The dialog gets the button as its `trigger`. */
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

/** Passes the props that the primitive's Trigger sets on its element to the existing trigger element. */
type Loan = {
  lend: (props: TriggerProps | undefined) => void;
  /** While pressed, the element keeps its own handlers: the primitive's would see only the second half of the click. */
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

/** Rendered by the primitive's Trigger in place of an element; lends its props to the existing one. */
function Stand({ loan, ...props }: TriggerProps & { loan: Loan }) {
  useLayoutEffect(() => loan.lend(props));
  useLayoutEffect(() => () => loan.lend(undefined), [loan]);
  return null;
}

type LentTriggerProps = {
  kind: PopupKind;
  trigger: ReactElement;
  loan: Loan;
  /** Called on hover or focus, when the trigger may be about to be used. */
  onApproach: () => void;
  onPress: () => void;
};

function LentTrigger({ kind, trigger, loan, onApproach, onPress }: LentTriggerProps) {
  const lent = useSyncExternalStore(loan.subscribe, loan.read, nothing);
  const [pressed, setPressed] = useState<Event>();
  const element = useRef<HTMLButtonElement>(null);

  // Replay the early click or key press for the primitive's own handlers.
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
      // Nobody who has pressed Escape still waits for what they opened.
      if (event.key === "Escape") setPressed(undefined);
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

/** Works because an event has the properties that its constructor takes, such as the key or pointer type. */
function copyOf(event: Event): Event {
  const Kind = event.constructor as new (type: string, init: object) => Event;
  return new Kind(event.type, event);
}
