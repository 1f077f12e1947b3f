import { Button } from "@/components/ui/button";
import { readJson } from "@/components/ui/json-text";

export type FormatJsonProps = { text: string; onFormat: (pretty: string) => void };

/** A button at the corner of a field of JSON; its parent is `relative`. */
export function FormatJson({ text, onFormat }: FormatJsonProps) {
  const json = readJson(text);
  const pretty = json.valid ? JSON.stringify(json.value, null, 2) : undefined;
  return (
    <Button
      size="sm"
      variant="ghost"
      className="absolute -top-1.5 right-0 touch:-top-3"
      disabled={pretty === undefined || pretty === text}
      onClick={() => pretty !== undefined && onFormat(pretty)}
    >
      Format JSON
    </Button>
  );
}
