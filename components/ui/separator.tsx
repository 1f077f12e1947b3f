import { cn } from "@/components/ui/cn";

export function Separator({
  orientation = "horizontal",
  className,
}: {
  orientation?: "horizontal" | "vertical";
  className?: string;
}) {
  return orientation === "horizontal" ? (
    <hr className={cn("border-0 border-line border-t", className)} />
  ) : (
    <hr aria-orientation="vertical" className={cn("h-full w-px self-stretch border-0 bg-line", className)} />
  );
}
