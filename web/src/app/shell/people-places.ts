import type { Session } from '@incontro/contract/domain'
import { compliantFlow } from '../visit/flow.ts'

export type Goer = Pick<Session, 'ownGender' | 'seeks' | 'flowId'> & {
  readonly flow: { readonly messageInvites: 0 | 1 }
}

/**
 * The pages where a member meets others, in order. In message-invite flows the match deck is the home page, and there
 * is no search. The compliant flow has no deck, and a woman who seeks men has only the search (rule 12.14).
 */
export const peoplePlaces = ({ ownGender, seeks, flowId, flow }: Goer): readonly ('/find' | '/match')[] => {
  // A search but no match deck (section 2).
  if (flowId === compliantFlow) return ['/find']
  if (flow.messageInvites === 1) return ['/match']
  return ownGender === 'donna' && seeks === 'uomo' ? ['/find'] : ['/find', '/match']
}
