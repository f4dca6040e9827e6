/**
 * The visit parameters that an advertisement, a partner or an email put into the URL, each only if well formed
 * (section 2, rule 11.10).
 */
export interface VisitAddress {
  readonly tid: string | undefined
  readonly campid: string | undefined
  readonly ip: string | undefined
  readonly src: string | undefined
  readonly flowId: string | undefined
}

/** A single line without control characters, which can be stored as it is. */
const line = /^[^\p{C}\p{Zl}\p{Zp}]+$/u
export const shapes = {
  trackerId: /^[A-Za-z0-9._-]{1,64}$/,
  line,
  ip: /^[0-9A-Fa-f.:]{2,45}$/,
  flowId: /^[A-Za-z0-9_-]{1,16}$/,
  country: /^[A-Z]{2}$/,
} as const

/** The value if it has the shape and at most 200 characters, otherwise undefined. */
export const shaped = (value: string | null, shape: RegExp): string | undefined =>
  value !== null && value.length <= 200 && shape.test(value) ? value : undefined

/** Reads a query string. Its values are untrusted and serve only to record where a visit came from. */
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
 * The query parameters that go on to the next page, so that a visit reaches the sign-up form without script, too.
 *
 * @returns `?tid=…` or an empty string; the parameters of personal links (`token`, `mail`, `red`) are never passed on
 */
export const visitQuery = (search: string, more: Record<string, string> = {}): string => {
  const kept = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => carried.includes(name)))
  for (const [name, value] of Object.entries(more)) kept.set(name, value)
  return kept.size > 0 ? `?${kept.toString()}` : ''
}
