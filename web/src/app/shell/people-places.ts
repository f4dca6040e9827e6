import type { Session } from '@incontro/contract/domain'

/** In the compliant flow people are looked for, not swiped (spec section 2). */
const compliantFlow = '0000'

export type Goer = Pick<Session, 'ownGender' | 'seeks' | 'flowId'> & {
  readonly flow: { readonly messageInvites: 0 | 1 }
}

/**
 * Where a member meets others, in order. In message-invite flows the match deck is the home and the search is left out; the
 * compliant flow has no deck, and a woman who seeks men has the search in its place (decision 12.14).
 */
export const peoplePlaces = ({ ownGender, seeks, flowId, flow }: Goer): readonly ('/find' | '/match')[] => {
  if (flowId === compliantFlow) return ['/find']
  if (flow.messageInvites === 1) return ['/match']
  return ownGender === 'donna' && seeks === 'uomo' ? ['/find'] : ['/find', '/match']
}
