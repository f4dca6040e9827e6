import type { AnsweredPrompt, Presence } from '@incontro/contract'
import type { MemberPage } from '@incontro/contract/domain'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSite } from '#app/brand/site.ts'
import { useSession } from '#app/session/session.tsx'
import { memberQuery } from '#app/api/member-query.ts'
import { conversationsQuery } from './chat-queries.ts'
import { isSystem } from './system.ts'

export interface OtherMember {
  readonly id: string
  readonly memberName: string
  readonly age: number | null
  readonly photo: string | null
  readonly online: boolean
  readonly presence: Presence
  readonly verified: boolean
  readonly sample: boolean
  readonly liked: boolean
  readonly likedYou: boolean
  /** The caller's answer that their like was for. */
  readonly likedAnswer: AnsweredPrompt | null
  /** Whether they have opened the caller's page, and let that be seen. */
  readonly visitedYou: boolean
  /** Whether they have a page: members who closed their profile or blocked the caller have none. */
  readonly visible: boolean
  readonly writable: boolean
  /** Set when everything the member sent has been read. */
  readonly readByOther: boolean
  readonly unread: boolean
}

/** A system conversation that is not in the loaded part of the list, or in which nothing was written yet. */
const unlisted = {
  memberName: '',
  age: null,
  photo: '/brand/icon.png?size=192&maskable=1',
  online: false,
  presence: null,
  sample: false,
  verified: false,
} as const

/**
 * The other member of a conversation, from the chat list and from their page. Null if neither knows them. `rendered` is
 * their page that came with the document.
 */
export const useOtherMember = (
  memberId: string,
  rendered: MemberPage | null | undefined,
): { otherMember: OtherMember | null; known: boolean } => {
  const { t } = useLingui()
  const { session } = useSession()
  const { brand } = useSite()
  const system = isSystem(memberId)
  // The names that the server gives them once they contain a message.
  const names: Readonly<Record<string, string>> = {
    '000000': brand.title,
    '111111': t`Plans and purchases`,
    admin: t`Moderation`,
  }
  const list = useInfiniteQuery(conversationsQuery(session.clickid))
  const page = useQuery({ ...memberQuery(session, memberId), enabled: !system, initialData: rendered })
  const row = list.data?.pages.flat().find((one) => one.memberId === memberId)
  const otherMember = page.data ?? undefined
  const known = (list.data !== undefined || list.isError) && (system || page.data !== undefined || page.isError)
  const from = otherMember ?? row ?? (system ? unlisted : undefined)
  if (!from) return { otherMember: null, known }
  // Each message renews the list, not the page.
  const latest = row && list.dataUpdatedAt > page.dataUpdatedAt ? row : from
  return {
    known,
    otherMember: {
      // A member who closed their profile has no name any more.
      id: memberId,
      memberName: from.memberName || (system ? names[memberId] : undefined) || t`Profile not available`,
      age: from.age,
      photo: from.photo,
      online: latest.online,
      presence: latest.presence,
      sample: from.sample,
      verified: from.verified,
      liked: otherMember?.liked ?? false,
      likedYou: otherMember?.likedYou ?? false,
      likedAnswer: otherMember?.likedAnswer ?? null,
      visitedYou: otherMember?.visitedYou ?? false,
      visible: otherMember !== undefined,
      writable: !system && (row ?? otherMember)?.writable !== false && !(page.isSuccess && page.data === null),
      readByOther: row?.readByOther ?? false,
      unread: (row?.unread ?? 0) > 0,
    },
  }
}
