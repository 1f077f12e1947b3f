import { z } from "zod";
import { implement } from "@/lib/operations/implement";
import { operation } from "@/lib/operations/operation";
import { ownVersion } from "@/lib/platform/version/version";

const Version = z
  .object({
    version: z.string(),
    commit: z.string().nullable().meta({ description: "null where the build could not find it" }),
    node: z.string().meta({ description: "the major version of Node.js" }),
  })
  .meta({ id: "Version" });

export const getVersion = operation({
  id: "getVersion",
  method: "GET",
  path: "/api/version",
  tag: "Reference",
  summary: "Get the version that is running",
  access: "public",
  output: Version,
});

/** Of Node only what no list of known faults can be asked for. */
export const handleGetVersion = implement(getVersion, async () => ({
  ...ownVersion(),
  node: process.versions.node.split(".", 1)[0] ?? "",
}));
