import type { SignupAnswers } from '@incontro/contract/domain'
import { readAddress, shaped, shapes } from './address.ts'
import { type KeptVisit, keptVisit } from './kept-visit.ts'

export type VisitFields = Required<Pick<SignupAnswers, 'source'>> &
  Pick<SignupAnswers, 'campid' | 'clickid' | 'ip' | 'flowId' | 'country'>

/**
 * The visit's part of the payloads of the spec's section 3: what the address of the page says first, then what the browser kept.
 *
 * @param form with the page's `VisitInputs`; without a well-formed flow the server takes the brand's own
 */
export const visitOf = (search: string, form: FormData, kept?: KeptVisit): VisitFields => {
  const { src, campid, tid, ip } = readAddress(search)
  const posted = (name: string, shape: RegExp) => shaped(String(form.get(name) ?? ''), shape)
  return {
    source: src ?? kept?.source ?? 'direct',
    campid: campid ?? kept?.campid,
    clickid: tid ?? kept?.clickid,
    ip: ip ?? kept?.ip,
    flowId: posted('fluxId', shapes.flowId),
    country: posted('country', shapes.country),
  }
}

/** The same in a browser, as far as it keeps anything. */
export const visitHere = (form: FormData): VisitFields => {
  try {
    return visitOf(location.search, form, keptVisit(localStorage))
  } catch {
    // A browser without storage kept no visit: the address and the form remain.
    return visitOf(location.search, form)
  }
}

/** From a registration or a sign-in on, the visit goes by the member's own tracker id. */
export const keepTrackerId = (clickid: string): void => {
  try {
    localStorage.setItem('trackerId', clickid)
  } catch {
    // A browser that keeps nothing.
  }
}
