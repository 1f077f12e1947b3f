import { withAltTexts } from "../images/attached-images";
import type { ReleaseRow } from "../notes/to-release";
import { withInlineLinks } from "./inline-links";

/** Slack allows 12,000 characters in all markdown blocks of a message; this leaves room for the rest. */
const markdownMax = 11_000;

/** The body of a call to an incoming webhook: one markdown block, with a link to the rest if it is cut. */
export function slackMessage(release: ReleaseRow, url: string) {
  const title = harmless(release.status === "draft" ? `Draft: ${release.title}` : release.title);
  const whole = `# ${title}\n\n${harmless(withInlineLinks(withAltTexts(release.content), 2 * markdownMax))}`;
  const more = `\n\n[Read on in Fieldkit](${url})`;
  const text = whole.length <= markdownMax ? whole : cutAtLine(whole, markdownMax - more.length) + more;
  return {
    text: title,
    blocks: [{ type: "markdown", text }],
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** Keeps a commit's words from notifying people: `<!channel>`, `<@U123>`, `@here`. */
function harmless(text: string): string {
  return text.replace(/<(?=[!@#])/g, "<\u200b").replace(/@(?=(channel|here|everyone)\b)/gi, "@\u200b");
}

function cutAtLine(text: string, lengthMax: number): string {
  const cut = text.slice(0, lengthMax);
  const end = cut.lastIndexOf("\n");
  return (end > lengthMax / 2 ? cut.slice(0, end) : cut).trimEnd();
}
