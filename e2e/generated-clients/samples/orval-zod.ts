import type { z } from "zod";
import {
  CreateFlagBody,
  ListMocksQueryParams,
  ListMocksResponse,
  ListMocksResponseItem,
} from "./generated/orval-zod";

/** A row that was asked for with `?fields=id,name`. */
export const NamedMock = ListMocksResponseItem.pick({ id: true, name: true });

export const flag: z.input<typeof CreateFlagBody> = { name: "Checkout", key: "checkout" };
export const checkedFlag: z.output<typeof CreateFlagBody> = CreateFlagBody.parse(flag);
export const query = ListMocksQueryParams.parse({ fields: ["id", "name"], limit: 20 });

export const namesOf = (body: unknown): string[] => ListMocksResponse.parse(body).map(({ name }) => name);
