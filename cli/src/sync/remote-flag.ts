import type { Api } from "../api";
import type { Fields, RemoteEntry } from "./entry";

export type Row = { id: string; etag: string; fields: Fields };
export type RemoteFlag = RemoteEntry & {
  /** Of a global flag by environment; of others one, without a name. */
  rows: ReadonlyMap<string, Row>;
  groupId?: string;
};

export const pathOf = async (api: Api, rest: string) =>
  `/api/projects/${(await api.own()).project.referenceId}/${rest}`;
