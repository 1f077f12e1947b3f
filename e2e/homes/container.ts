import { runVitest } from "../check/run-command";
import { type Counts, sumOf } from "../check/steps";
import { apiSuite } from "../check/suites";
import { unpack } from "./packed-folder";

/** What is packed starts, serves and ends where there is nothing else. A minute, most of it for packing and starting. */
export const packedHome = (): Promise<Counts> =>
  runVitest(["--project", "homes", "e2e/homes/packed.test.ts"], { label: "packed" });

/** The image without a container engine: what is packed, started as the Dockerfile says, and all of the API's suite. */
export async function containerHome(): Promise<Counts> {
  const own = await packedHome();
  const packed = await unpack();
  try {
    const api = await apiSuite("server", {}, { elsewhere: packed });
    return sumOf([own, api]);
  } finally {
    await packed.remove();
  }
}
