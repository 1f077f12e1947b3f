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

/** Tags are not closed by themselves: who types the closing tag would have it twice. */
const asTyped = { autoCloseTags: false };

const languages: Record<CodeLanguage, () => Promise<LanguageSupport>> = {
  json: () => import("@codemirror/lang-json").then((file) => file.json()),
  html: () => import("@codemirror/lang-html").then((file) => file.html(asTyped)),
  xml: () => import("@codemirror/lang-xml").then((file) => file.xml(asTyped)),
  text: async () => plain(),
};

/** The grammar of a language, or of Liquid in it. */
export async function loadLanguage(language: CodeLanguage, isTemplate: boolean): Promise<LanguageSupport> {
  const base = await languages[language]();
  if (!isTemplate) return base;
  const { liquid } = await import("@codemirror/lang-liquid");
  // Without what comes with it: that closes brackets in its own way, and offers words that others are given for.
  return new LanguageSupport(liquid({ base }).language, base.support);
}
