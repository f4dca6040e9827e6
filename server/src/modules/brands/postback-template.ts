/** What a postback can be sent for. */
export const postbackEvents = ['lead', 'attempt', 'sale', 'refund'] as const
export type PostbackEvent = (typeof postbackEvents)[number]

/** What an address may name, as in `{amount}`; nothing else about a member leaves. */
const postbackNames = [
  'event',
  'event_id',
  'clickid',
  'source',
  'campid',
  'flow',
  'country',
  'amount',
  'currency',
  'time',
] as const
export type PostbackName = (typeof postbackNames)[number]

/** An affiliate's tracker and what is reported to it. */
export interface Postback {
  readonly key: string
  readonly on: readonly PostbackEvent[]
  readonly url: string
  /** Only of members who came by this source, or campaign; of all without. */
  readonly source?: string | undefined
  readonly campid?: string | undefined
}

const placeholder = /\{([^{}]*)\}/g

/**
 * What is wrong with an address; undefined if nothing is. Values stand in the query only: a path or a host that a value
 * completes would lead elsewhere.
 */
export function templateFault(url: string): string | undefined {
  const [before = '', query = ''] = url.split(/\?(.*)/s, 2)
  if (!/^https:\/\/[^/?#@]+\//.test(url) || !URL.canParse(url.replaceAll(placeholder, 'x')))
    return 'must be an address that begins with https:// and has a path, without a user'
  if (/[{}#]/.test(before)) return 'may name values in its query only, after the question mark'
  if (query.includes('#') || /[{}]/.test(query.replaceAll(placeholder, ''))) return 'has a bracket too many, or a #'
  for (const [, name = ''] of query.matchAll(placeholder))
    if (!postbackNames.some((one) => one === name)) return `{${name}} is none of ${postbackNames.join(', ')}`
  return undefined
}

/** The address for an event: each value encoded, so that it stays one. */
export const filled = (url: string, values: Readonly<Record<PostbackName, string>>): string =>
  url.replaceAll(placeholder, (_, name: PostbackName) => encodeURIComponent(values[name]))
