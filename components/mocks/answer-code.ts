import type { AnswerFormValues } from "@/components/mocks/answer-form-values";
import type { CodeLanguage, CodeMistake } from "@/components/ui/code-editor";

export function contentTypeOf(headers: AnswerFormValues["headers"]): string | undefined {
  return headers.find(({ name }) => name.trim().toLowerCase() === "content-type")?.value || undefined;
}

/** What a body is written in: what its content type says, or what it looks like. */
export function codeLanguageOf(contentType: string | undefined, body: string): CodeLanguage {
  if (contentType !== undefined) {
    const type = contentType.toLowerCase();
    if (/\bjson\b/.test(type)) return "json";
    if (/\bhtml\b/.test(type)) return "html";
    return /\b(xml|svg)\b/.test(type) ? "xml" : "text";
  }
  const beginning = body.slice(0, 1000).trimStart();
  if (/^<(!doctype html|html|head|body|div|p|h\d|ul|script|style)\b/i.test(beginning)) return "html";
  if (/^<[?!A-Za-z]/.test(beginning)) return "xml";
  // Templates often begin with a tag.
  return beginning === "" || /^([[{"\d-]|true|false|null)/.test(beginning) ? "json" : "text";
}

/** The place that a problem of a template names: "has a mistake in line 2, column 3: …". */
export function mistakeIn(problem: string | undefined): CodeMistake | undefined {
  const [, line, column, message] = /\bline (\d+), column (\d+): ([\s\S]*)$/.exec(problem ?? "") ?? [];
  if (message === undefined) return undefined;
  return { line: Number(line), column: Number(column), message };
}
