import { isExpression, placeholdersOf } from "@/components/mocks/endpoint-url";
import type { Mock } from "@/components/mocks/mock-form-values";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

export type RequestLineProps = {
  method: Mock["method"];
  chosen: string;
  setChosen: (method: string) => void;
  path: string;
  setPath: (path: string) => void;
};

/** A mock for GET answers HEAD too; for other methods than ANY there is nothing to choose. */
function methodsOf(method: Mock["method"]): string[] {
  if (method === "ANY") return ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
  return method === "GET" ? ["GET", "HEAD"] : [method];
}

export function RequestLine({ method, chosen, setChosen, path, setPath }: RequestLineProps) {
  const methods = methodsOf(method);
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-2">
      <Field label="Method">
        <Select
          mono
          options={methods.map((value) => ({ value, label: value }))}
          value={chosen}
          onValueChange={setChosen}
          disabled={methods.length === 1}
        />
      </Field>
      <Field label="Path">
        <Input
          mono
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="/"
          value={path}
          onChange={(event) => setPath(event.target.value)}
        />
      </Field>
    </div>
  );
}

/** What is still to be done to the path. */
export function PathNote({ endpoint, path, url }: { endpoint: string; path: string; url: string }) {
  const open = placeholdersOf(path);
  if (open.length > 0) {
    return (
      <p className="-mt-1.5 text-ink-mute text-xs">
        Replace <code className="text-ink-soft">{open.join(", ")}</code> with values to call a real path.
      </p>
    );
  }
  if (!isExpression(endpoint)) return null;
  return (
    <p className="-mt-1.5 text-ink-mute text-xs">
      Type a path that the regular expression matches. It is called at{" "}
      <code className="break-all text-ink-soft">{url}</code>
    </p>
  );
}
