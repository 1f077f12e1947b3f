export type Definition = {
  type: "gauge" | "counter";
  help: string;
  labels?: readonly string[];
  /** What the values of several processes make together. */
  aggregator?: "sum" | "first" | "min" | "max";
};

/** Every metric of ours that is read when it is asked for. Labels have values that the code knows, never a request's. */
export const definitions = {
  fieldkit_info: {
    type: "gauge",
    help: "Version and commit that run; always 1.",
    labels: ["version", "commit"],
    aggregator: "first",
  },
  fieldkit_http_connections: { type: "gauge", help: "Open connections of clients." },
  fieldkit_websockets: { type: "gauge", help: "Open streams." },
  fieldkit_flag_streams: { type: "gauge", help: "Open streams of changes of flags." },
  fieldkit_database_connections: {
    type: "gauge",
    help: "Connections to the database by pool, used and idle.",
    labels: ["pool", "state"],
  },
  fieldkit_database_waiting: {
    type: "gauge",
    help: "Queries that wait for a connection, by pool.",
    labels: ["pool"],
  },
  fieldkit_embedded_database_ended_total: {
    type: "counter",
    help: "How often the embedded database ended unasked and was started again.",
  },
  fieldkit_captures_waiting: { type: "gauge", help: "Captures that wait for their commit." },
  fieldkit_captures_waiting_bytes: { type: "gauge", help: "Bytes of the captures that wait." },
  fieldkit_captures_oldest_seconds: {
    type: "gauge",
    help: "How long the oldest of them has waited; 0 without any.",
    aggregator: "max",
  },
  fieldkit_jobs: {
    type: "gauge",
    help: "Releases that wait to be written, in the whole installation, and that this one's processes write.",
    labels: ["state"],
  },
  fieldkit_jobs_oldest_seconds: {
    type: "gauge",
    help: "How long the oldest waiting release has waited; 0 without any.",
    aggregator: "max",
  },
  fieldkit_bus_messages_total: {
    type: "counter",
    help: "Messages of the bus: published here, received from other processes, dropped on their way out.",
    labels: ["direction"],
  },
  fieldkit_bus_connected: {
    type: "gauge",
    help: "1 unless messages may be getting lost.",
    aggregator: "min",
  },
  fieldkit_cache_reads_total: {
    type: "counter",
    help: "Reads of a cache: answered from memory, or loaded.",
    labels: ["cache", "result"],
  },
  fieldkit_cache_entries: { type: "gauge", help: "Values in a cache.", labels: ["cache"] },
  fieldkit_log_lines_held_back_total: {
    type: "counter",
    help: "Lines of the log that were held back as repetitions.",
  },
  fieldkit_request_lines_dropped_total: {
    type: "counter",
    help: "Lines about requests that were dropped, because nobody read them.",
  },
  fieldkit_scrape_failures_total: {
    type: "counter",
    help: "Groups of metrics that were left out of a scrape, because they could not be read in time.",
  },
} as const satisfies Record<string, Definition>;

export type MetricName = keyof typeof definitions;
