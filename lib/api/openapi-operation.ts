import { z } from "zod";
import { implement } from "@/lib/operations/implement";
import { operation } from "@/lib/operations/operation";
import { env } from "@/lib/platform/env/env";
import { lazily } from "@/lib/platform/singleton";
import { features } from "./features";
import { openapiDocument } from "./openapi";
import { reference } from "./reference";

export const openapi = operation({
  id: "openapi",
  method: "GET",
  path: "/api/openapi.json",
  tag: "Reference",
  summary: "Get this description of the API",
  access: "public",
  output: z
    .looseObject({ openapi: z.string() })
    .meta({ id: "OpenapiDocument", description: "an OpenAPI 3.1 document" }),
});

const description = lazily(() => {
  const document = openapiDocument([...features.map((each) => each.operation), openapi], reference);
  return { ...document, servers: [{ url: env().appUrl }] };
});

export const handleOpenapi = implement(openapi, async () => description());
