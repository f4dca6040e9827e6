import type { PromptId } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

type GroupId = 'daily' | 'self' | 'share'

/** The groups that prompts are offered in, in their order. */
export const promptGroups: readonly { readonly id: GroupId; readonly title: MessageDescriptor }[] = [
  { id: 'daily', title: msg`Everyday life` },
  { id: 'self', title: msg`What I’m like` },
  { id: 'share', title: msg`Things to share` },
]

export const groupOfPrompt: Readonly<Record<PromptId, GroupId>> = {
  sunday: 'daily',
  morning: 'daily',
  evening: 'daily',
  habit: 'daily',
  dish: 'daily',
  'small-joy': 'daily',
  thankful: 'daily',
  learning: 'daily',
  laugh: 'self',
  talent: 'self',
  'friends-say': 'self',
  values: 'self',
  'changed-mind': 'self',
  courage: 'self',
  'grown-up': 'self',
  dream: 'self',
  place: 'share',
  song: 'share',
  film: 'share',
  book: 'share',
  trip: 'share',
  'first-date': 'share',
  'ask-me': 'share',
  'get-along': 'share',
}
