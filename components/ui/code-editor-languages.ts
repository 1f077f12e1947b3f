import { LanguageSupport, StreamLanguage } from "@codemirror/language";
import type { CodeLanguage } from "@/components/ui/code-editor";

const plain = () =>
  new LanguageSupport(
    StreamLanguage.define({
      token(stream) {
        stream.skipToEnd();
        return null;
      },
    }),
  );

const languages: Record<CodeLanguage, () => Promise<LanguageSupport>> = {
  json: () => import("@codemirror/lang-json").then((file) => file.json()),
  html: () => import("@codemirror/lang-html").then((file) => file.html()),
  xml: () => import("@codemirror/lang-xml").then((file) => file.xml()),
  text: async () => plain(),
};

/** The grammar of a language, or of Liquid in it. */
export async function loadLanguage(language: CodeLanguage, isTemplate: boolean): Promise<LanguageSupport> {
  const base = await languages[language]();
  if (!isTemplate) return base;
  const { liquid } = await import("@codemirror/lang-liquid");
  return liquid({ base });
}
