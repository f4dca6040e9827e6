import { isDeepStrictEqual } from 'node:util'
import { abbreviated, asIs, inline, layout, type Known } from './layout.ts'

/*
 * What a provider's adapter sends and makes of the replies: of the complete ones, of each with a field left out or null,
 * of refusals and of none.
 */

export type Replies = Readonly<Record<string, readonly [status: number, body?: unknown]>>

/** One operation of an adapter `P`. */
export interface Exchange<P> {
  readonly title: string
  /** By method and path. Replies without a body are empty. */
  readonly replies: Replies
  /** The body of a webhook, whose fields are varied, too. */
  readonly hook?: unknown
  run(provider: P, hook: unknown): Promise<unknown>
}

interface Variation {
  /** The call whose reply it is, or the webhook. */
  readonly of: string
  readonly name: string
  readonly replies: Replies
  readonly hook: unknown
}

const statuses = [400, 401, 404, 409, 422, 500] as const

/** Headers that are the same in every call, or secret. */
const hidden = new Set(['authorization', 'content-type', 'x-api-key'])

/**
 * @param create the adapter with another network; `origin` is left out of addresses
 * @param seen requests that were written before are abbreviated
 */
export async function recordExchange<P>(
  create: (fetch: typeof globalThis.fetch) => P,
  origin: string,
  exchange: Exchange<P>,
  seen: Known,
): Promise<string[]> {
  const { title, replies, hook } = exchange
  const whole = await outcome(create, origin, exchange, { replies, hook })
  const lines = ['', title]
  for (const { call, headers, body } of whole.sent)
    lines.push(...layout(`${call} `, abbreviated({ ...headers, ...(body === undefined ? {} : { body }) }, seen), '  '))
  lines.push(...layout('= ', whole.result, '  '))
  const byResult = new Map<string, { readonly result: unknown; readonly parts: Map<string, string[]> }>()
  for (const variation of variations(exchange, new Set(whole.sent.map(({ call }) => call)))) {
    const varied = await outcome(create, origin, exchange, variation)
    const result = { ...differenceOf(whole.result, varied.result), ...otherCalls(whole.sent, varied.sent) }
    const text = inline(result)
    if (text === '{}') continue
    const same = byResult.get(text) ?? { result, parts: new Map<string, string[]>() }
    byResult.set(text, same)
    same.parts.set(variation.of, [...(same.parts.get(variation.of) ?? []), variation.name])
  }
  for (const { result, parts } of byResult.values()) {
    lines.push(...layout('≠ ', result, '  '))
    for (const [part, names] of parts) lines.push(...wrapped(`${part}: ${leftOutOrNull(names).join(', ')}`))
  }
  return lines
}

/** A part that makes no difference whether it is left out or null is named alone. */
const leftOutOrNull = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => {
    const [, part] = /^without (.+)$/.exec(name) ?? []
    if (part !== undefined) return [names.includes(`${part} null`) ? part : name]
    return names.includes(`without ${name.replace(/ null$/, '')}`) ? [] : [name]
  })

function wrapped(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(/(?<=, )/)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.trimEnd().length <= 126) lines[lines.length - 1] = line + word
    else lines.push(`${lines.length === 0 ? '    ' : '      '}${word}`)
  }
  return lines.map((line) => line.trimEnd())
}

/** The calls, where there are more or fewer than with the complete replies. */
function otherCalls(whole: readonly Sent[], varied: readonly Sent[]): { readonly calls?: string } {
  const [before, after] = [whole, varied].map((sent) => sent.map(({ call }) => call).join(', '))
  return before === after ? {} : { calls: asIs(after || 'none') }
}

interface Sent {
  readonly call: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

async function outcome<P>(
  create: (fetch: typeof globalThis.fetch) => P,
  origin: string,
  exchange: Exchange<P>,
  { replies, hook }: Pick<Variation, 'replies' | 'hook'>,
): Promise<{ readonly result: unknown; readonly sent: readonly Sent[] }> {
  const sent: Sent[] = []
  const provider = create(async (input, init) => {
    const path = String(input).replace(origin, '')
    const call = `${init?.method ?? 'GET'} ${path}`
    if (path.endsWith('oauth2/token')) return Response.json({ access_token: 't', expires_in: 3600 })
    const headers = Object.fromEntries([...new Headers(init?.headers)].filter(([name]) => !hidden.has(name)))
    sent.push({ call, headers, ...(typeof init?.body === 'string' ? { body: readable(init.body) } : {}) })
    const [status, body] = replies[call] ?? [404, {}]
    if (status === 0) throw new TypeError('fetch failed')
    return new Response(status === 204 ? null : JSON.stringify(body ?? {}), { status })
  })
  try {
    return { result: withoutNow((await exchange.run(provider, hook)) ?? null), sent }
  } catch (error) {
    return { result: asIs(`throws ${error instanceof Error ? `${error.name}: ${error.message}` : ''}`), sent }
  }
}

const readable = (body: string): unknown =>
  body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))

/** The time of a reply without one is that of its reading. */
const withoutNow = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
      time.startsWith('2027-01-15') ? time : 'now',
    ),
  )

function* variations<P>({ replies, hook }: Exchange<P>, called: ReadonlySet<string>): Generator<Variation> {
  for (const [call, [status, body]] of Object.entries(replies)) {
    if (!called.has(call)) continue
    const answered = (reply: readonly [number, unknown?]) => ({ ...replies, [call]: reply })
    for (const { name, value } of altered(body)) yield { of: call, name, replies: answered([status, value]), hook }
    for (const other of statuses) yield { of: call, name: String(other), replies: answered([other, {}]), hook }
    yield { of: call, name: 'no reply', replies: answered([0]), hook }
  }
  for (const { name, value } of altered(hook)) yield { of: 'webhook', name, replies, hook: value }
}

/** A value with one of its parts left out or null. */
function* altered(value: unknown, path = ''): Generator<{ readonly name: string; readonly value: unknown }> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    const put = (other: unknown): unknown =>
      Array.isArray(value)
        ? value.flatMap((one: unknown, n) => (String(n) !== key ? [one] : other === undefined ? [] : [other]))
        : Object.fromEntries(
            Object.entries(value).flatMap(([name, one]) =>
              name !== key ? [[name, one]] : other === undefined ? [] : [[name, other]],
            ),
          )
    yield { name: `without ${at}`, value: put(undefined) }
    if (part !== null) yield { name: `${at} null`, value: put(null) }
    for (const inner of altered(part, at)) yield { name: inner.name, value: put(inner.value) }
  }
}

/** The fields of a result that differ from those of the complete replies. */
function differenceOf(whole: unknown, other: unknown): Record<string, unknown> {
  if (isDeepStrictEqual(whole, other)) return {}
  const [from, to] = [whole, other].map((one) => (Array.isArray(one) && one.length === 1 ? one[0] : one))
  if (!isRecord(from) || !isRecord(to)) return { result: to }
  return Object.fromEntries(
    [...new Set([...Object.keys(from), ...Object.keys(to)])]
      .filter((key) => !isDeepStrictEqual(from[key], to[key]))
      .map((key) => {
        const [one, two] = [from[key], to[key]]
        return [key, isRecord(one) && isRecord(two) ? differenceOf(one, two) : (two ?? asIs('none'))]
      }),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
