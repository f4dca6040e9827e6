import type { Session } from '@incontro/contract/domain'
import { compliantFlow } from '../visit/flow.ts'

export type Goer = Pick<Session, 'listedAll' | 'seeksAll' | 'flowId'> & {
  readonly flow: { readonly messageInvites: 0 | 1 }
}

/**
 * The pages where a member meets others, in order. In message-invite flows the match deck is the home page, and there
 * is no search. The compliant flow has no deck, and who is
 * listed as a woman only and seeks men only has only the search (rule 12.14).
 */
export const peoplePlaces = ({ listedAll, seeksAll, flowId, flow }: Goer): readonly ('/find' | '/match')[] => {
  // A search but no match deck (section 2).
  if (flowId === compliantFlow) return ['/find']
  if (flow.messageInvites === 1) return ['/match']
  return [...listedAll, ...seeksAll].join() === 'donna,uomo' ? ['/find'] : ['/find', '/match']
}
