import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Span as SdkSpan, SpanContext } from '@opentelemetry/api';
import type { Config } from '../../config.js';
import { MINUTE_MS, SECOND_MS } from '../clock.js';
import type { Log } from '../log.js';
import { VERSION } from '../version.js';
import type { Span, SpanKind, Tracing } from './span.js';

/** Spans queued for the collector. Further spans are dropped; no request ever waits. */
const MAX_QUEUED = 8_192;
const BATCH = 512;
const EXPORT_EVERY_MS = 500;
const EXPORT_WITHIN_MS = 5 * SECOND_MS;
/** A shutdown has ten seconds in all; the last spans get two of them. */
const FLUSH_WITHIN_MS = 2 * SECOND_MS;

type Settings = NonNullable<Config['tracing']>;

/**
 * The only place that loads the SDK: a service without a collector neither loads nor registers it.
 * No library is patched; the platform starts all spans itself.
 */
export async function startTracing(settings: Settings, log: Log): Promise<Tracing> {
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: settings.headers,
    timeoutMillis: EXPORT_WITHIN_MS,
  });
  const warn = oncePerMinute(reason =>
    log.warn({ reason }, 'the trace collector does not accept spans'),
  );
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': VERSION,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(settings.sampleRatio),
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        {
          export: (spans, done) =>
            exporter.export(spans, result => {
              if (result.error) warn(result.error.message);
              done(result);
            }),
          shutdown: () => exporter.shutdown(),
        },
        {
          maxQueueSize: MAX_QUEUED,
          maxExportBatchSize: BATCH,
          scheduledDelayMillis: EXPORT_EVERY_MS,
          exportTimeoutMillis: EXPORT_WITHIN_MS,
        },
      ),
    ],
  });
  const tracer = provider.getTracer('tillhouse', VERSION);
  const kinds: Record<SpanKind, number> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    consumer: api.SpanKind.CONSUMER,
  };

  const wrap = (span: SdkSpan, context: Context): Span => {
    const { traceId, spanId } = span.spanContext();
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-01`,
      child: (name, kind, attributes) =>
        begin(name, { kind: kinds[kind], attributes }, api.trace.setSpan(context, span)),
      set: attributes => span.setAttributes(attributes),
      end: failure => {
        if (failure !== undefined) {
          span.setAttribute('error.type', failure);
          span.setStatus({ code: api.SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  };
  const begin = (...[name, options, context]: Required<Parameters<typeof tracer.startSpan>>) =>
    wrap(tracer.startSpan(name, options, context), context);

  return {
    start(name, kind, attributes, { parent, link } = {}) {
      const caller = parseTraceparent(parent);
      const origin = parseTraceparent(link);
      const context = caller
        ? api.trace.setSpanContext(api.ROOT_CONTEXT, caller)
        : api.ROOT_CONTEXT;
      const links = origin ? [{ context: origin }] : [];
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes, links }, context);
      return span.isRecording() ? wrap(span, context) : undefined;
    },
    async close() {
      const limit = sleep(FLUSH_WITHIN_MS, 'late' as const, { ref: false });
      const end = await Promise.race([provider.shutdown().catch(() => 'late' as const), limit]);
      if (end === 'late') log.warn({}, 'the last trace spans were not delivered');
    },
  };
}

/** Parses a W3C `traceparent`; undefined if it is malformed. */
export function parseTraceparent(header: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] =
    /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/** Without a limit, an unreachable collector would add a log line per batch. */
function oncePerMinute(log: (reason: string) => void): (reason: string) => void {
  let quietUntil = 0;
  return reason => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + MINUTE_MS;
    log(reason);
  };
}
