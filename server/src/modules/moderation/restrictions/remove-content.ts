import type { ClauseKey, PhotoRefusal, ReviewRefusal } from '@incontro/contract'
import { type HiddenMessage, hideForRecipient, showForRecipient } from '#modules/chat/index.ts'
import { clearProfileText, type RemovedTexts, restoreProfileText } from '#modules/members/index.ts'
import { recordPhotoVerdict } from '#modules/photos/index.ts'
import { recordVerdict } from '#modules/reviews/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { type Content, messageIdsOf } from './content.ts'

/** What was removed and can be put back until the appeal's term ends. */
export interface Removed extends RemovedTexts {
  readonly messages?: readonly HiddenMessage[]
  /** The only one, as it was stored before several could be hidden. */
  readonly message?: HiddenMessage
}

interface About {
  readonly brandId: string
  readonly memberId: string
  readonly content: Content
  readonly at: Date
}

/** How a photo or a review is refused for breaking a rule; any other counts as unlawful. */
const photoGrounds: Readonly<Partial<Record<ClauseKey, PhotoRefusal>>> = {
  fake: 'not_the_member',
  others_photo: 'not_the_member',
  sexual: 'nudity',
  contact_details: 'contact_details',
  minors: 'minor',
}
const reviewGrounds: Readonly<Partial<Record<ClauseKey, ReviewRefusal>>> = {
  harassment: 'insults',
  hate: 'insults',
  contact_details: 'personal_data',
  advertising: 'advertising',
}

/**
 * Hides what a member wrote or showed. Photos, reviews and messages stay in their tables, so that an appeal can bring
 * them back.
 * @returns undefined when it is gone, or hidden already
 */
export async function removeContent(
  tx: Tx,
  { brandId, memberId, content, at }: About,
  clause: ClauseKey,
): Promise<Removed | undefined> {
  const { type, id, conversationId } = content
  switch (type) {
    case 'photo': {
      if (id === null) return undefined
      const refusal = photoGrounds[clause] ?? 'unlawful'
      const owner = await recordPhotoVerdict(tx, { brandId, id, verdict: 'refuse', refusal, at })
      return owner?.memberId === memberId ? {} : undefined
    }
    case 'review': {
      if (id === null) return undefined
      const reason = reviewGrounds[clause] ?? 'unlawful'
      return (await recordVerdict(tx, { brandId, id, verdict: 'refuse', reason, at })) && {}
    }
    case 'message':
    case 'voice': {
      if (!conversationId) return undefined
      const messages: HiddenMessage[] = []
      for (const messageId of messageIdsOf(content)) {
        const hidden = await hideForRecipient(tx, { conversationId, senderId: memberId, id: messageId, at })
        if (hidden) messages.push(hidden)
      }
      return messages.length > 0 ? { messages } : undefined
    }
    case 'profile':
    case 'name':
      return clearProfileText(tx, memberId, type)
    case 'account':
      return undefined
  }
}

/** Brings hidden content back, where the member has not replaced or deleted it. */
export async function restoreContent(
  tx: Tx,
  { brandId, memberId, content, at }: About,
  removed: Removed | null,
): Promise<void> {
  const { type, id } = content
  if (type === 'photo' && id !== null)
    await recordPhotoVerdict(tx, { brandId, id, verdict: 'approve', refusal: null, at })
  if (type === 'review' && id !== null) await recordVerdict(tx, { brandId, id, verdict: 'publish', reason: null, at })
  for (const message of [...(removed?.messages ?? []), ...(removed?.message ? [removed.message] : [])])
    await showForRecipient(tx, message, { senderId: memberId, at })
  if ((type === 'profile' || type === 'name') && removed) await restoreProfileText(tx, memberId, removed)
}
