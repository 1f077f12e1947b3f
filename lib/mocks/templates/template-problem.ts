import { problemOf, type TemplateProblem } from "./engine/problem-of";
import { parseTemplate } from "./engine/template-engine";

/** What is wrong with a template before anybody asks for its answer: undefined when it can be rendered. */
export function templateProblem(text: string): TemplateProblem | undefined {
  try {
    parseTemplate(text);
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}
