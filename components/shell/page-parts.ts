/** What shortcuts find on a page, by marks that its parts have anyway or get from `NewButton` and `ListView`. */

const main = () => document.getElementById("main");

const isShown = (element: HTMLElement) => element.getClientRects().length > 0;

function shown(selector: string, within: ParentNode | null = main()): HTMLElement[] {
  return [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])].filter(isShown);
}

/** Presses the button that makes something new: that of the section with the focus, else the page's first. */
export function pressNew(): void {
  const section = document.activeElement?.closest<HTMLElement>("main section");
  const [button] = [...shown("[data-new]", section ?? null), ...shown("[data-new]")];
  button?.click();
}

/** Whether there is a field to filter the page by, which then has the focus. */
export function focusFilter(): boolean {
  const [field] = shown('input[type="search"]');
  if (!(field instanceof HTMLInputElement)) return false;
  field.focus();
  field.select();
  return true;
}

/** What opens a row, else the first thing in it that can have the focus, such as its menu. */
function handleOf(row: HTMLElement): HTMLElement | undefined {
  const [opens] = shown("[data-row-link]", row);
  return opens ?? shown('a[href], button:not([disabled]), [role="checkbox"], [role="switch"]', row)[0];
}

/** Moves the focus to the row before or after the one that has it; without, to the first. */
export function focusRow(step: 1 | -1): void {
  const rows = shown("tbody tr");
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  // Rows without anything to press cannot have the focus.
  const order = at === -1 ? rows : step === 1 ? rows.slice(at + 1) : rows.slice(0, at).reverse();
  for (const row of order) {
    const handle = handleOf(row);
    if (!handle) continue;
    handle.focus();
    row.scrollIntoView({ block: "nearest" });
    return;
  }
}
