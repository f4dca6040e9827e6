import { messageReactions, type MessageReaction } from '@incontro/contract/codes'
import { msg } from '@lingui/core/macro'

export { messageReactions }

/** How a reaction looks and what it is called. */
export const reactionLooks: Readonly<
  Record<MessageReaction, { readonly sign: string; readonly name: ReturnType<typeof msg> }>
> = {
  heart: { sign: '❤️', name: msg`Cuore` },
  laugh: { sign: '😂', name: msg`Risata` },
  wow: { sign: '😮', name: msg`Stupore` },
  sad: { sign: '😢', name: msg`Tristezza` },
  thumbs_up: { sign: '👍', name: msg`Pollice in su` },
  fire: { sign: '🔥', name: msg`Fuoco` },
}
