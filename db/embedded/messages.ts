import type { DataDirFault } from "./data-dir-error";
import type { RoomLimits } from "./disk-room";

/** Fields of a log line; values must survive JSON. */
export type LogFields = Record<string, unknown>;

/** The logger that the embedded database needs. Its arguments are in the reverse of pino's order, so wrap pino's. */
export type EmbeddedLog = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

/** Start-up arguments of the child, passed as JSON in its first argument. Paths are absolute, times in ms. */
export type ChildOptions = {
  dataDir: string;
  socketDir: string;
  /** A directory under the system's temporary one, to be removed with the socket. */
  socketDirIsTemporary: boolean;
  maintenanceMs: number;
  idleInTransactionMs: number;
  roomLimits: RoomLimits;
};

/** Where the child writes, while a statement keeps it from answering, that it is at work. */
export const SIGNS_FD = 4;

export type ToChild = { type: "ping"; id: number } | { type: "stop" };

export type FromChild =
  | { type: "pong"; id: number }
  | { type: "ready" }
  /** Reports a first start: the data directory now exists, and the process ends to free the memory that initdb took. */
  | { type: "initialised" }
  /** It ends now; `message` is for the operator, with the fault when the data directory has one. */
  | { type: "failed"; message: string; fault?: DataDirFault }
  /** Whether writes are refused, because the disk is full. Comes with each change. */
  | { type: "room"; isFull: boolean }
  | { type: "log"; level: keyof EmbeddedLog; message: string; fields?: LogFields };
