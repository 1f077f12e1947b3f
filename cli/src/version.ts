import { version as release } from "../package.json";

/** With the digest of its content, which a build puts in place of the variable. */
export const version: string = process.env.FIELDKIT_CLI_VERSION ?? release;
