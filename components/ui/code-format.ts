import { readJson } from "@/components/ui/json-text";

type Formatted = { text: string } | { problem: string };

/** Markup of Liquid, and what decides whether it stands in a text of JSON. */
const liquid = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\\[\s\S]|"/g;
/** Characters that stand for markup meanwhile: nobody writes them, and JSON leaves them as they are. */
const marks = { inText: "\ue000", alone: "\ue001", end: "\ue002" };
const marked = /"\ue001(\d+)\ue002"|\ue000(\d+)\ue002/g;

/** JSON with two spaces for each level. Markup of a template stays as it is, and must stand where a value or a text can. */
export function formatJson(text: string, { isTemplate }: { isTemplate: boolean }): Formatted {
  const pieces: string[] = [];
  const plain = isTemplate ? withoutMarkup(text, pieces) : text;
  if (plain === undefined) return { problem: "It has characters that stand for nothing." };
  const json = readJson(plain);
  if (!json.valid) return { problem: problemOf(json.problem, pieces) };
  const pretty = JSON.stringify(json.value, null, 2);
  return { text: pretty.replace(marked, (_, alone, inText) => pieces[Number(alone ?? inText)] ?? "") };
}

function withoutMarkup(text: string, pieces: string[]): string | undefined {
  if (/[\ue000-\ue002]/.test(text)) return undefined;
  let isInText = false;
  return text.replace(liquid, (found) => {
    if (found.startsWith("\\")) return found;
    if (found === '"') {
      isInText = !isInText;
      return found;
    }
    const number = pieces.push(found) - 1;
    const mark = `${isInText ? marks.inText : marks.alone}${number}${marks.end}`;
    return isInText ? mark : `"${mark}"`;
  });
}

/** What the parser says would show characters that stand for markup. */
function problemOf(said: string | undefined, pieces: readonly string[]): string {
  if (pieces.length === 0) return said ?? "It is not JSON.";
  return "It is no JSON beside its {{ }} and {% %}. These can be formatted where a value or a text may stand.";
}
