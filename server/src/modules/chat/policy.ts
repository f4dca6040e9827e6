import { systemConversations, type HookCode } from '@incontro/contract'
import type { Flow } from '#modules/flows/index.ts'
import { messageCost } from '#modules/members/index.ts'
import type { Principal } from '#platform/caller.ts'
import type { MediaKind } from './media/message-media.ts'

/** What a first and a further message cost a member, and from which balance (section 9). */
export interface Price {
  /** `icebreakers_else_messages`: one icebreaker credit while there is one, then `firstCost` message credits. */
  readonly firstAccount: 'icebreakers' | 'messages' | 'icebreakers_else_messages'
  readonly firstCost: number
  readonly nextCost: number
}

/**
 * | level | first message (icebreaker) | further message |
 * | 0 | 1 icebreaker credit | 1 credit |
 * | 1 | 1 icebreaker credit while there is one (rule 12.6), then the flow's message cost | the flow's message cost |
 * | 2, or a gender that writes free | nothing | nothing |
 */
export function priceFor(flow: Flow, member: Pick<Principal, 'level' | 'gender' | 'listedInBoth'>): Price {
  const cost = messageCost(flow, member)
  if (cost === 0) return { firstAccount: 'messages', firstCost: 0, nextCost: 0 }
  return member.level === 0
    ? { firstAccount: 'icebreakers', firstCost: 1, nextCost: cost }
    : { firstAccount: 'icebreakers_else_messages', firstCost: cost, nextCost: cost }
}

/** A photo or voice message costs as many messages as the flow says. It is never a first message. */
export function mediaPriceFor(
  flow: Flow,
  member: Pick<Principal, 'level' | 'gender' | 'listedInBoth'>,
  kind: MediaKind,
): Price {
  const cost = messageCost(flow, member) * flow.mediaMessages[kind]
  return { firstAccount: 'messages', firstCost: cost, nextCost: cost }
}

/** System conversations take no messages. */
export const isSystemConversation = (id: string): id is (typeof systemConversations)[number] =>
  systemConversations.some((system) => system === id)

/**
 * Whether a message is blurred: a level-0 sender's message to a level-0 reader whose flow has the hook is; all others
 * are readable (rule 11.15), and so are the first replies to a free member (12.16).
 */
export const isBlurred = (
  flow: Flow,
  reader: Pick<Principal, 'level'>,
  message: {
    readonly sentByReader: boolean
    readonly senderLevel: number
    readonly isClearReply?: boolean
    /** The member who accepts or declines it has to know what it says. */
    readonly isInvite?: boolean
  },
): boolean =>
  !message.sentByReader &&
  !message.isClearReply &&
  !message.isInvite &&
  message.senderLevel === 0 &&
  reader.level === 0 &&
  flow.hooks.blurred

export const outOfCredits = 'fine_crediti' satisfies HookCode
