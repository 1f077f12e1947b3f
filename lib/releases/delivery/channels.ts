import type { ProjectRow } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import type { AppError } from "@/lib/operations/errors";
import type { Fields } from "@/lib/operations/operation";
import type { ReleaseRow } from "../notes/to-release";
import type { updateReleaseSettings } from "../settings/contract";
import type { ReleaseSettingsRow } from "../settings/read-settings";
import type { ChannelKind } from "./contract";
import type { Missing } from "./deliver-to-all";
import { email } from "./email";
import { slack } from "./slack";

type SettingsFields = Partial<Fields<typeof updateReleaseSettings>>;
type SettingsColumns = Partial<ReleaseSettingsRow>;
/** @param id the same in each try of a message */
type Send = (recipient: string, id: string) => Promise<void>;

export type Channel = {
  /** What the caller is told while the settings name no recipient. */
  notSetUp: string;
  /** What to store of these fields. @throws {AppError} `invalid_request` */
  columnsOf(fields: SettingsFields, projectId: string): SettingsColumns;
  recipientsOf(ctx: Ctx, settings: ReleaseSettingsRow, projectId: string): Promise<string[]>;
  /** Those of them who may have it now. @throws {AppError} when it is nobody, or the caller may not send */
  admit(ctx: Ctx, project: ProjectRow, recipients: readonly string[]): Promise<readonly string[]>;
  /** Identifies a recipient in the list of deliveries. It is stored, so it must not be a secret. */
  keyOf(recipient: string): string;
  /** Composes the message. The function it returns sends it to one recipient, or throws a `DeliveryError`. */
  prepare(ctx: Ctx, project: ProjectRow, release: ReleaseRow): Promise<Send>;
  /** What the caller is told. All lists have the order of the settings, which `named` has all of. */
  undelivered(
    missing: readonly Missing[],
    recipients: readonly string[],
    named?: readonly string[],
  ): AppError | undefined;
};

/** All that differs from channel to channel. */
export const channels: Record<ChannelKind, Channel> = { slack, email };

export const channelColumns = (fields: SettingsFields, projectId: string): SettingsColumns =>
  Object.assign({}, ...Object.values(channels).map((channel) => channel.columnsOf(fields, projectId)));
