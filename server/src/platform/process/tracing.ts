import { setTimeout as sleep } from 'node:timers/promises'
import type * as Library from '@opentelemetry/api'
import type { Attributes, Context, Span, SpanContext, SpanKind, SpanOptions, Tracer } from '@opentelemetry/api'

/*
 * Traces by OpenTelemetry, sent by OTLP over HTTP to where `OTEL_EXPORTER_OTLP_ENDPOINT` leads. Without it nothing of
 * the library is loaded, and each of these functions is one comparison. Names and attributes are those of our own code
 * (a route's pattern, an event, a job, a statement without values): a trace says nothing about a person.
 */

export interface TracingOptions {
  /** The collector's address without `/v1/traces`, as in `http://localhost:4318`. */
  readonly endpoint: string
  /** Share of the requests, events and jobs that are traced; 0 to 1. */
  readonly ratio: number
  readonly serviceName: string
  /** Milliseconds until what has ended is sent. */
  readonly delayMs?: number
}

/** Milliseconds in which what is left is sent at the end. */
const lastSendingMs = 2000

interface Tracing {
  readonly api: typeof Library
  readonly tracer: Tracer
}

let tracing: Tracing | null = null

/**
 * Starts to trace this process. A trace that a request brings with it is not continued: its sender could have every
 * request of theirs recorded.
 * @returns a function that sends what is left and ends it
 */
export async function startTracing({
  endpoint,
  ratio,
  serviceName,
  delayMs = 5000,
}: TracingOptions): Promise<() => Promise<void>> {
  const [api, sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ])
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    // A collector that is away costs the memory of this queue, and nothing waits for it.
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
        scheduledDelayMillis: delayMs,
        exportTimeoutMillis: 10_000,
      }),
    ],
  })
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  tracing = { api, tracer: provider.getTracer('incontro') }
  return async () => {
    tracing = null
    api.context.disable()
    // A collector that is away is tried again for many seconds, for which a server that stops has no time.
    await Promise.race([provider.shutdown(), sleep(lastSendingMs, undefined, { ref: false })])
  }
}

/** What an error is, without its message, which may repeat what a person wrote. */
function fail({ api }: Tracing, span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
  span.setStatus({ code: api.SpanStatusCode.ERROR })
}

/** Runs work as a part of the trace, or as the beginning of one; with an origin, as what it says. */
export function traced<Result>(
  name: string,
  kind: keyof typeof SpanKind,
  attributes: Attributes,
  work: () => Promise<Result>,
  origin?: TraceOrigin,
): Promise<Result> {
  const now = tracing
  if (now === null) return work()
  const [options, context] = begunBy(now, { kind: now.api.SpanKind[kind], attributes }, origin)
  return now.tracer.startActiveSpan(name, options, context, async (span) => {
    try {
      return await work()
    } catch (error) {
      fail(now, span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Begins the trace of a request and goes on within it. @returns what ends it, null without tracing */
export function traceRequest(method: string, next: () => void): EndRequest | null {
  const now = tracing
  if (now === null) {
    next()
    return null
  }
  const span = now.tracer.startSpan(method, {
    kind: now.api.SpanKind.SERVER,
    attributes: { 'http.request.method': method },
  })
  now.api.context.with(now.api.trace.setSpan(now.api.context.active(), span), next)
  return (route = 'none', status) => {
    span.updateName(`${method} ${route}`)
    span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
    if (status >= 500) span.setStatus({ code: now.api.SpanStatusCode.ERROR })
    span.end()
  }
}
/** @param route its pattern; undefined for a path that no route has */
export type EndRequest = (route: string | undefined, status: number) => void

/**
 * Begins a statement's part of the trace that is under way; what the server does by itself, such as looking for jobs, is
 * none. @returns what ends it, undefined without a trace
 */
export function traceStatement(text: string): ((error?: unknown) => void) | undefined {
  const now = tracing
  if (now === null) return undefined
  const active = now.api.trace.getActiveSpan()
  if (!active?.isRecording()) return undefined
  const operation = /^\s*(?:--[^\n]*\n\s*)*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const span = now.tracer.startSpan(operation, {
    kind: now.api.SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      // Values are parameters, but for constants of ours; what stands in quotes goes all the same.
      'db.query.text': text.slice(0, 2000).replaceAll(/'(?:[^']|'')*(?:'|$)/g, '?'),
    },
  })
  return (error) => {
    if (error) fail(now, span, error)
    span.end()
  }
}

/** The trace that set off work which another process may do, by what `currentTrace` said there. */
export interface TraceOrigin {
  readonly of: string
  /** The work is a part of that trace; otherwise it is one of its own, with a link to that one. */
  readonly continues: boolean
}

function begunBy({ api }: Tracing, options: SpanOptions, origin?: TraceOrigin): [SpanOptions, Context] {
  const active = api.context.active()
  const context = origin && readTrace(origin.of)
  if (!context) return [options, active]
  return origin.continues
    ? [options, api.trace.setSpanContext(active, context)]
    : [{ ...options, root: true, links: [{ context }] }, active]
}

/** The trace that is under way, in the form of W3C's `traceparent`; undefined if none is. */
export function currentTrace(): string | undefined {
  const context = tracing?.api.trace.getActiveSpan()?.spanContext()
  return context && `00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}`
}

function readTrace(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-0([01])$/.exec(text) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, traceFlags: Number(flags), isRemote: true }
}

/** The ids by which a line of the log is found beside its trace. */
export function traceIds(): { readonly trace_id: string; readonly span_id: string } | undefined {
  const context = tracing?.api.trace.getActiveSpan()?.spanContext()
  return context && { trace_id: context.traceId, span_id: context.spanId }
}
