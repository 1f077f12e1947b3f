import { fileURLToPath } from "node:url";

const file = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

/** What `npm run env-docs` writes, the README in part. */
export const readmeFile = file("README.md");
export const exampleFile = file(".env.example");
