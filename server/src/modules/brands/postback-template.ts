import { type PostbackEvent, type PostbackName, postbackNames } from '@incontro/contract/admin/campaign-words'

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
 * completes would lead elsewhere. `allowsHttp`: for a stand-in on this machine.
 */
export function templateFault(url: string, { allowsHttp = false } = {}): string | undefined {
  const [before = '', query = ''] = url.split(/\?(.*)/s, 2)
  const begins = allowsHttp ? /^https?:\/\/[^/?#@]+\// : /^https:\/\/[^/?#@]+\//
  if (!begins.test(url) || !URL.canParse(withoutValues(url)))
    return 'must be an address that begins with https:// and has a path, without a user'
  // An address leaves them out, so that another one would be called than was read and signed.
  if (/[\s\p{C}]/u.test(url)) return 'has a space or a line break: leave it out, or write %20'
  if (/[{}#]/.test(before)) return 'may name values in its query only, after the question mark'
  if (query.includes('#') || /[{}]/.test(query.replaceAll(placeholder, ''))) return 'has a bracket too many, or a #'
  for (const [, name = ''] of query.matchAll(placeholder))
    if (!postbackNames.some((one) => one === name)) return `{${name}} is none of ${postbackNames.join(', ')}`
  return undefined
}

/** The address with a letter in place of each value. */
export const withoutValues = (url: string): string => url.replaceAll(placeholder, 'x')

/** The address for an event: each value encoded, so that it stays one. */
export const filled = (url: string, values: Readonly<Record<PostbackName, string>>): string =>
  url.replaceAll(placeholder, (_, name: PostbackName) => encodeURIComponent(values[name]))
