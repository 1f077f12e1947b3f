import type { ImportFormat } from "./convert-program";
import type { Converter } from "./converted";
import { convertCurl } from "./curl";
import { convertFieldkit } from "./fieldkit";
import { convertHar } from "./har";
import { convertMockoon } from "./mockoon";
import { convertOpenApi } from "./openapi";
import { convertPostman } from "./postman";
import { convertWireMock } from "./wiremock";

export const converters: Record<ImportFormat, Converter> = {
  openapi: convertOpenApi,
  postman: convertPostman,
  har: convertHar,
  mockoon: convertMockoon,
  wiremock: convertWireMock,
  curl: convertCurl,
  fieldkit: convertFieldkit,
};
