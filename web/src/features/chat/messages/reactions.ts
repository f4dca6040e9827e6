import { messageReactions, type MessageReaction } from '@incontro/contract/codes'
import { msg } from '@lingui/core/macro'

export { messageReactions }

/** How a reaction looks and what it is called. */
export const reactionLooks: Readonly<
  Record<MessageReaction, { readonly sign: string; readonly name: ReturnType<typeof msg> }>
> = {
  heart: { sign: '❤️', name: msg`Heart` },
  laugh: { sign: '😂', name: msg`Laugh` },
  wow: { sign: '😮', name: msg`Wow` },
  sad: { sign: '😢', name: msg`Sad` },
  thumbs_up: { sign: '👍', name: msg`Thumbs up` },
  fire: { sign: '🔥', name: msg`Fire` },
}
