import type { EnvironmentRow } from "./require-environment";

/** An environment as the API shows it. */
export const toEnvironment = ({ id, name, key, isDefault, updatedAt }: EnvironmentRow) => ({
  ...{ id, name, key, isDefault },
  updatedAt: updatedAt.toISOString(),
});

/** How other resources name their environment. */
export const toEnvironmentName = ({ id, name, key }: { id: string; name: string; key: string }) => ({
  id,
  name,
  key,
});
