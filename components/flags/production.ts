const productionWords = ["production", "prod", "live"];
const notWords = ["pre", "non", "not"];

/** Whether real people depend on an environment, as far as its key and name tell. */
export function isProduction({ key, name }: { key: string; name: string }): boolean {
  return [key, name].some((text) => {
    const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return (
      words.some((word) => productionWords.includes(word)) && !words.some((word) => notWords.includes(word))
    );
  });
}
