import { Button as BaseButton } from "@base-ui/react/button";
import { Plus } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Link, type LinkProps } from "@/components/ui/link";
import { Spinner } from "@/components/ui/waiting";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "danger-outline";
export type ButtonSize = "sm" | "md" | "icon" | "icon-sm";

type Look = { variant?: ButtonVariant; size?: ButtonSize; className?: string; children?: ReactNode };
type AsButton = Look & Omit<ComponentProps<"button">, "className"> & { href?: undefined; loading?: boolean };
type AsLink = Look & Omit<LinkProps, "className" | "children">;
export type ButtonProps = AsButton | AsLink;

const base =
  "relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors duration-100 data-disabled:cursor-not-allowed [&_svg]:shrink-0";

/** Grey rather than a paler fill, which would still look like the button to press. */
const disabledFill = "data-disabled:not-aria-busy:bg-hover data-disabled:not-aria-busy:text-ink-mute";

const variants: Record<ButtonVariant, string> = {
  primary: `bg-ink text-on-ink not-data-disabled:hover:bg-ink-hover ${disabledFill}`,
  secondary:
    "border border-line bg-surface text-ink shadow-raised not-data-disabled:hover:border-edge data-disabled:not-aria-busy:text-ink-mute data-popup-open:border-edge",
  ghost:
    "data-disabled:not-aria-busy:opacity-55 text-ink-soft not-data-disabled:hover:bg-hover not-data-disabled:hover:text-ink data-popup-open:bg-hover data-popup-open:text-ink",
  danger: `bg-red-fill text-on-fill not-data-disabled:hover:bg-red-fill-hover ${disabledFill}`,
  "danger-outline":
    "border border-line bg-surface text-red shadow-raised not-data-disabled:hover:border-red/50 not-data-disabled:hover:bg-red-soft",
};

const sizes: Record<ButtonSize, string> = {
  sm: "h-7 px-2.5 text-xs touch:h-10 touch:px-3 touch:text-sm [&_svg]:size-3.5",
  md: "h-8.5 px-3 text-sm touch:h-10 touch:px-3.5 touch:text-base [&_svg]:size-4",
  icon: "size-8.5 touch:size-10 [&_svg]:size-4",
  "icon-sm": "size-7 touch:size-10 [&_svg]:size-3.5",
};

/** A button, or a link that looks like one when `href` is given. Icon sizes need an `aria-label`. */
export function Button(props: ButtonProps) {
  const { variant = "secondary", size = "md", className, ...rest } = props;
  const look = cn(base, variants[variant], sizes[size], className);
  if (rest.href !== undefined) return <Link className={look} {...rest} />;

  const { loading = false, disabled, children, href: _, ...button } = rest;
  return (
    <BaseButton
      className={look}
      disabled={disabled || loading}
      // A submit button disables itself when pressed. It keeps the focus, which would go to the start of the page.
      focusableWhenDisabled={loading || button.type === "submit"}
      aria-busy={loading || undefined}
      {...button}
    >
      {loading ? <Held>{children}</Held> : children}
      {loading ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
    </BaseButton>
  );
}

/** A button that creates something. The shortcut for it finds it by its mark. */
export function NewButton({ children, ...props }: ButtonProps) {
  return (
    <Button variant="primary" data-new="" {...props}>
      <Plus aria-hidden />
      {children}
    </Button>
  );
}

/** Keeps the label's width and its name for screen readers while the spinner covers it. */
function Held({ children }: { children: ReactNode }) {
  return <span className="inline-flex items-center gap-1.5 opacity-0">{children}</span>;
}
