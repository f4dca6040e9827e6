/** What an advertisement, a partner or an email wrote into the address of a visit, each only when it is well formed (spec section 2, decision 11.10). */
export interface VisitAddress {
  readonly tid: string | undefined
  readonly campid: string | undefined
  readonly ip: string | undefined
  readonly src: string | undefined
  readonly flowId: string | undefined
}

/** One line that can be kept as it is. */
const line = /^[^\p{C}\p{Zl}\p{Zp}]+$/u
export const shapes = {
  trackerId: /^[A-Za-z0-9._-]{1,64}$/,
  line,
  ip: /^[0-9A-Fa-f.:]{2,45}$/,
  flowId: /^[A-Za-z0-9_-]{1,16}$/,
  country: /^[A-Z]{2}$/,
} as const

/** The value when it has the shape and no more than 200 characters, else undefined. */
export const shaped = (value: string | null, shape: RegExp): string | undefined =>
  value !== null && value.length <= 200 && shape.test(value) ? value : undefined

/** Reads a query string. Nothing in it is believed: it says where a visit came from, and that is all it does. */
export const readAddress = (search: string): VisitAddress => {
  const query = new URLSearchParams(search)
  const value = (name: string, shape: RegExp) => shaped(query.get(name), shape)
  return {
    tid: value('tid', shapes.trackerId),
    campid: value('campid', line),
    ip: value('ip', shapes.ip),
    src: value('src', line),
    flowId: value('fluxid', shapes.flowId) ?? value('fluxId', shapes.flowId),
  }
}

const carried = ['tid', 'campid', 'ip', 'src', 'fluxid', 'fluxId']

/**
 * What of an address goes on to the next page, so that a visit reaches the form without script too.
 *
 * @returns `?tid=…` or an empty string; links of one person (`token`, `mail`, `red`) are never passed on
 */
export const visitQuery = (search: string, more: Record<string, string> = {}): string => {
  const kept = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => carried.includes(name)))
  for (const [name, value] of Object.entries(more)) kept.set(name, value)
  return kept.size > 0 ? `?${kept.toString()}` : ''
}
