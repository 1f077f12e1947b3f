/** Names, written down one after the other. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
