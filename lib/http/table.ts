import { features } from "./features";
import type { AnyImplementation } from "./implement";
import { handleOpenapi } from "./openapi-operation";

/** Every operation of the API. The server's routes and the OpenAPI document are made from it. */
export const table: readonly AnyImplementation[] = [...features, handleOpenapi];
