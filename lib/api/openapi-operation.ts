import { z } from "zod";
import { implement } from "@/lib/operations/implement";
import { operation } from "@/lib/operations/operation";
import { env } from "@/lib/platform/env/env";
import { features } from "./features";
import { openapiDocument } from "./openapi";

export const openapi = operation({
  id: "openapi",
  method: "GET",
  path: "/api/openapi.json",
  tag: "Reference",
  summary: "Get this description of the API",
  access: "public",
  output: z.looseObject({ openapi: z.string() }).meta({ description: "an OpenAPI 3.1 document" }),
});

export const handleOpenapi = implement(openapi, async () => {
  const document = openapiDocument([...features.map((each) => each.operation), openapi]);
  return { ...document, servers: [{ url: env().appUrl }] };
});
