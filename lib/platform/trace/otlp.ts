import {
  type context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { log } from "@/lib/platform/log/log";
import { ownVersion } from "@/lib/platform/version/version";
import type { OpenSpan, SpanNote, Tracer } from "./trace";

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
const sendEveryMs = 1000;
const sendWithinMs = 5000;

/**
 * Sends traces to a collector over OTLP and HTTP, a batch at a time. It is not made the process's own tracer, because then
 * Next and other packages would send theirs, with addresses and whatever is in them.
 * @param ratio the part of the traces that are kept, unless a caller has decided
 */
export function createOtlpTracer({ endpoint, ratio }: { endpoint: string; ratio: number }): Tracer {
  const exporter = complaining(
    new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: sendWithinMs }),
  );
  const { version, commit } = ownVersion();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": "fieldkit",
      "service.version": version,
      ...(commit && { "vcs.ref.head.revision": commit }),
      "process.pid": process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: sendWithinMs,
      }),
    ],
  });
  const tracer = provider.getTracer("fieldkit", version);
  const start = (
    { name, kind, attributes }: SpanNote,
    parent: OpenSpan | string | undefined,
    startTime?: number,
  ) => {
    const options = { kind: kinds[kind], attributes, ...(startTime !== undefined && { startTime }) };
    return tracer.startSpan(name, options, contextOf(parent));
  };
  return {
    begin: (note, parent) => new OtlpSpan(start(note, parent)),
    add(ended, parent) {
      const span = start(ended, parent, ended.startedAt);
      if (ended.failure !== undefined) fail(span, ended.failure);
      span.end(ended.endedAt);
    },
    async stop(withinMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs);
      });
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}

class OtlpSpan implements OpenSpan {
  constructor(readonly span: Span) {}

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  set(attributes: Record<string, string | number | boolean>): void {
    this.span.setAttributes(attributes);
  }

  end(failure?: string): void {
    if (failure !== undefined) fail(this.span, failure);
    this.span.end();
  }
}

function fail(span: Span, failure: string): void {
  span.setAttribute("error.type", failure);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function contextOf(parent: OpenSpan | string | undefined): ReturnType<typeof context.active> {
  if (parent instanceof OtlpSpan) return trace.setSpan(ROOT_CONTEXT, parent.span);
  const remote = typeof parent === "string" ? remoteOf(parent) : undefined;
  return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}

/** W3C Trace Context, version 00 and what later ones have in common with it. */
function remoteOf(traceparent: string) {
  const [, traceId = "", spanId = "", flags = ""] =
    /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(
      traceparent,
    ) ?? [];
  if (traceId === "") return undefined;
  const isSampled = (Number.parseInt(flags, 16) & 1) === 1;
  return { traceId, spanId, isRemote: true, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}

/** The exporter itself is silent about a collector that does not take what it gets. */
function complaining(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) log().warn({ err: result.error, spans: spans.length }, "traces could not be sent");
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}
