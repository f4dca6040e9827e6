import type { SignupAnswers } from '@incontro/contract/domain'
import { readAddress, shaped, shapes } from './address.ts'
import { type KeptVisit, keptVisit } from './kept-visit.ts'

export type VisitFields = Required<Pick<SignupAnswers, 'source'>> &
  Pick<SignupAnswers, 'campid' | 'clickid' | 'ip' | 'flowId' | 'country'>

/**
 * The visit fields of the payloads of the specification's section 3: the URL's values take precedence over those that the
 * browser stored.
 *
 * @param form with the page's `VisitInputs`; without a well-formed flow the server uses the brand's default
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

/** As `visitOf`, in a browser, with its stored visit if it has one. */
export const visitHere = (form: FormData): VisitFields => {
  try {
    return visitOf(location.search, form, keptVisit(localStorage))
  } catch {
    // A browser without storage has no stored visit: the URL and the form remain.
    return visitOf(location.search, form)
  }
}

/** After a registration or a sign-in, the visit continues under the member's own tracker id. */
export const keepTrackerId = (clickid: string): void => {
  try {
    localStorage.setItem('trackerId', clickid)
  } catch {
    // A browser without storage keeps no tracker id.
  }
}
