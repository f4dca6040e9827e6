import type { HookCode } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Coins, Heart, Layers, Lock, type LucideIcon, MapPin } from 'lucide-react'

export interface HookText {
  readonly icon: LucideIcon
  readonly title: MessageDescriptor
  readonly text: MessageDescriptor
  /** The same where nothing was saved as a draft. */
  readonly withoutDraft?: MessageDescriptor
  /** The heading of the plans page when a member reaches it through this hook. */
  readonly plans: MessageDescriptor
}

/** The text of each hook: why the member cannot go on, and what would let them. */
export const hookTexts: Record<HookCode, HookText> = {
  fine_crediti: {
    icon: Coins,
    title: msg`You’re out of messages`,
    text: msg`Your message is saved as a draft. You’ll find it here when you come back.`,
    withoutDraft: msg`What you’re sending stays open below until you leave the page.`,
    plans: msg`Keep writing`,
  },
  file_like: {
    icon: Heart,
    title: msg`You’re out of likes`,
    text: msg`With a plan or a pack your likes are unlimited.`,
    plans: msg`Unlimited likes`,
  },
  paginazione: {
    icon: Layers,
    title: msg`You’ve reached the end of the free pages`,
    text: msg`With a plan or a pack you can browse every profile in your area.`,
    plans: msg`Browse every profile`,
  },
  blurred: {
    icon: Lock,
    title: msg`This message is hidden`,
    text: msg`With a plan or a pack you can read every message you receive, including the ones already here.`,
    plans: msg`Read every message`,
  },
  cambia_regione: {
    icon: MapPin,
    title: msg`Changing region is part of our plans`,
    text: msg`Your region stays as it is. With a plan or a pack you can search wherever you like.`,
    plans: msg`Search wherever you like`,
  },
}

/** A hook's texts by its name in a URL; undefined for `cred` and for unknown names. */
export const hookTextOf = (name: string | undefined): HookText | undefined =>
  name !== undefined && Object.hasOwn(hookTexts, name) ? hookTexts[name as HookCode] : undefined
