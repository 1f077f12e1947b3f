import { defineList } from "@/components/ui/list-definition";
import { ApiKeyState, listApiKeys } from "@/lib/keys/contract";

export const keysList = defineList({
  op: listApiKeys,
  sort: "-createdAt",
  filters: { state: ApiKeyState.options },
});
