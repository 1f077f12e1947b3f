import { withIsoTimes } from "@/lib/operations/present";
import type { EnvironmentRow } from "./require-environment";

/** An environment as the API shows it. */
export const toEnvironment = ({ id, name, key, isDefault, isProtected, updatedAt }: EnvironmentRow) =>
  withIsoTimes({ id, name, key, isDefault, isProtected, updatedAt });

/** An environment as other resources show it. */
export const toEnvironmentName = ({ id, name, key }: { id: string; name: string; key: string }) => ({
  id,
  name,
  key,
});
