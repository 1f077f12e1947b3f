import type { AnyImplementation } from "@/lib/operations/implement";
import { features } from "./features";
import { handleOpenapi } from "./openapi-operation";

/** Every operation of the API. The server's routes and the OpenAPI document are made from it. */
export const table: readonly AnyImplementation[] = [...features, handleOpenapi];
