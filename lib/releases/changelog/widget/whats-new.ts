/**
 * "What's new" for any site: a button with a dot while there are releases that this browser has not shown yet, and a
 * panel with the public page in a frame. Runs in pages of others, so it touches nothing of theirs: what it draws is in
 * a shadow root, what was published is in a frame that may run nothing, and it sends no cookies.
 *
 *     <script async src="https://fieldkit.example/whats-new.js"
 *       data-changelog="https://fieldkit.example/changelog/acme/shop"></script>
 */
import { isUnseen, newestOf } from "./unseen";
import type { WidgetData } from "./widget-data";
import { panelCss } from "./widget-style";

type Settings = {
  changelog: string;
  /** Words on the button and above the releases. */
  label: string;
  /** A selector of the site's own button; without it there is one in a corner. */
  trigger: string | undefined;
  /** The corner. */
  side: "left" | "right";
};

const script = document.currentScript;
if (script instanceof HTMLScriptElement && script.dataset.changelog) {
  const { changelog, label, trigger, position } = script.dataset;
  const settings: Settings = {
    changelog: changelog.replace(/\/$/, ""),
    label: label || "What’s new",
    trigger: trigger || undefined,
    side: position === "left" ? "left" : "right",
  };
  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", () => void start(settings), { once: true });
  } else void start(settings);
} else warn("whats-new.js needs data-changelog with the address of a public page.");

async function start(settings: Settings): Promise<void> {
  let data: WidgetData;
  try {
    const answer = await fetch(`${settings.changelog}/widget.json`, { credentials: "omit" });
    if (!answer.ok) throw new Error(`${answer.status}`);
    data = await answer.json();
  } catch (error) {
    // The site works without it.
    warn(`The releases at ${settings.changelog} cannot be read.`, error);
    return;
  }
  show(settings, data);
}

function show(settings: Settings, data: WidgetData): void {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(panelCss(data.accent));
  root.adoptedStyleSheets = [sheet];
  const panel = panelOf(settings, data);
  const own = settings.trigger === undefined ? null : document.querySelector<HTMLElement>(settings.trigger);
  const button = own ?? cornerButton(settings);
  const dot = element("span", { class: "dot" });
  root.append(panel.box);
  if (!own) {
    root.append(button);
    button.append(dot);
  }
  document.body.append(host);

  const tell = (count: number) => {
    dot.hidden = count === 0;
    // So that a site can draw its own mark.
    if (count > 0) button.setAttribute("data-whats-new", String(count));
    else button.removeAttribute("data-whats-new");
    // Words of the site's own stay as they are.
    if (own) button.setAttribute("aria-description", count > 0 ? `${count} new` : "");
    else button.setAttribute("aria-label", count > 0 ? `${settings.label}, ${count} new` : settings.label);
  };
  const key = `whats-new ${settings.changelog}`;
  tell(data.releases.filter((release) => isUnseen(release, read(key))).length);

  button.setAttribute("aria-haspopup", "dialog");
  button.setAttribute("aria-expanded", "false");
  const close = () => {
    if (panel.box.hidden) return;
    panel.box.hidden = true;
    button.setAttribute("aria-expanded", "false");
    button.focus();
  };
  const open = () => {
    panel.load();
    panel.box.hidden = false;
    button.setAttribute("aria-expanded", "true");
    panel.close.focus();
    write(key, newestOf(data.releases));
    tell(0);
  };
  button.addEventListener("click", (event) => {
    event.preventDefault();
    if (panel.box.hidden) open();
    else close();
  });
  panel.close.addEventListener("click", close);
  document.addEventListener("keydown", ({ key: pressed }) => {
    if (pressed === "Escape") close();
  });
  document.addEventListener("pointerdown", (event) => {
    const path = event.composedPath();
    if (!path.includes(panel.box) && !path.includes(button)) close();
  });
}

function cornerButton({ side, label }: Settings): HTMLElement {
  const button = element("button", { class: `corner ${side}`, type: "button" });
  button.append(label);
  return button;
}

function panelOf({ label, side }: Settings, { frame, project }: WidgetData) {
  const box = element("section", { class: `panel ${side}`, role: "dialog", "aria-label": label });
  box.hidden = true;
  const title = element("h2", {});
  title.append(label);
  const close = element("button", { class: "close", type: "button", "aria-label": "Close" });
  close.append("×");
  const head = element("header", {});
  head.append(title, close);
  const releases = element("iframe", {
    title: `${label}: ${project}`,
    // Links open in tabs of their own; nothing runs.
    sandbox: "allow-popups allow-popups-to-escape-sandbox",
    referrerpolicy: "no-referrer",
  });
  box.append(head, releases);
  const load = () => {
    if (!releases.hasAttribute("src")) releases.setAttribute("src", frame);
  };
  return { box, close, load };
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Whoever puts the script into a site looks there. */
function warn(...words: unknown[]): void {
  // biome-ignore lint/suspicious/noConsole: it runs in the pages of others
  console.warn(...words);
}

/** A browser may keep pages from keeping anything. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The dot comes back with the next page.
  }
}
