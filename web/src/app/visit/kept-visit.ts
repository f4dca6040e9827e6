import { readAddress, shaped, shapes } from './address.ts'

/** Local storage, or a substitute for it. */
export type VisitStore = Pick<Storage, 'getItem' | 'setItem'>

const visitLength = 10 * 60_000

/** Whether a new visit starts: ten minutes after landing, or if the landing time is in the future or invalid. */
export const landsAgain = (landedTime: string | null, now: number): boolean => {
  const age = now - Number(landedTime ?? Number.NaN)
  return !(age >= 0 && age <= visitLength)
}

/** 120 random bits in the format of rule 11.10. */
export const randomTrackerId = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(15))))
    .replaceAll('+', '-')
    .replaceAll('/', '.')

/**
 * Stores the origin of a visit under the keys of the specification's section 3; the URL takes precedence over stored values.
 *
 * @returns whether to look up the visitor's IP address, on brands that do so
 */
export const keepVisit = (
  store: VisitStore,
  visit: { readonly search: string; readonly country: string; readonly ua: string; readonly now: number },
): boolean => {
  const { tid, campid, ip, src } = readAddress(visit.search)
  const fresh = landsAgain(store.getItem('landedTime'), visit.now)
  const keep = (key: string, value: string | undefined) => {
    if (value !== undefined) store.setItem(key, value)
  }
  keep('trackerId', tid ?? shaped(store.getItem('trackerId'), shapes.trackerId) ?? randomTrackerId())
  keep('source', src ?? shaped(store.getItem('source'), shapes.line) ?? 'direct')
  keep('campid', campid)
  keep('ip', ip)
  keep('ua', visit.ua.slice(0, 512))
  keep('country', visit.country)
  if (fresh) keep('landedTime', String(visit.now))
  return ip === undefined && (fresh || shaped(store.getItem('ip'), shapes.ip) === undefined)
}

export interface KeptVisit {
  readonly clickid: string | undefined
  readonly source: string | undefined
  readonly campid: string | undefined
  readonly ip: string | undefined
}

/** The stored visit without malformed values: users can edit their browser's storage. */
export const keptVisit = (store: Pick<VisitStore, 'getItem'>): KeptVisit => ({
  clickid: shaped(store.getItem('trackerId'), shapes.trackerId),
  source: shaped(store.getItem('source'), shapes.line),
  campid: shaped(store.getItem('campid'), shapes.line),
  ip: shaped(store.getItem('ip'), shapes.ip),
})
