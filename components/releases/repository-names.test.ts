import { expect, it } from "vitest";
import { repositoryNames } from "./repository-names";

it("repositories are called by as little as tells them apart", () => {
  const urls = [
    "https://github.com/acme/shop.git",
    "https://github.com/acme/api",
    "https://github.com/acme/api#next",
    "https://github.com/acme/site",
    "https://github.com/other/site",
    "https://gitlab.com/other/site",
  ];
  expect(Object.values(repositoryNames([...urls, ...urls]))).toEqual([
    "shop",
    "api",
    "api#next",
    "acme/site",
    "https://github.com/other/site",
    "https://gitlab.com/other/site",
  ]);
});
