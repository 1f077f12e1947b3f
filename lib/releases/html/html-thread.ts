import { carryOut } from "@/lib/platform/workers/carry-out";
import { markdownHtml } from "../markdown-html";
import { htmlProgram } from "./html-program";

export default carryOut(htmlProgram, ({ content, options }) => markdownHtml(content, options));
