import { createStore, perClient, type Store } from '#app/store/store.ts'

/**
 * What this page did about a like. It counts for more than whatever was loaded before or since, which may be older:
 * the liked members of the counts, and `liked` of a list, a profile or a conversation.
 */
export type LikeStatus = 'sending' | 'given' | 'undone'

type Changes = Readonly<Record<string, LikeStatus>>

interface Reply {
  readonly ok: boolean
}

export interface Likes extends Pick<Store<Changes>, 'read' | 'subscribe'> {
  /** Shows a like at once, and no longer if the server refuses it. */
  readonly give: <Sent extends Reply>(memberId: string, send: () => Promise<Sent>) => Promise<Sent>
  /** Records a like that the server has. */
  readonly record: (memberId: string) => void
  /** A like that was given here is none any more. */
  readonly forget: (memberId: string) => void
}

/** The likes of the member on this page. */
export const createLikes = (): Likes => {
  const { read, write, subscribe } = createStore<Changes>({})
  const set = (memberId: string, status: LikeStatus | undefined) =>
    write(({ [memberId]: _before, ...others }) => (status ? { ...others, [memberId]: status } : others))
  return {
    read,
    subscribe,
    async give(memberId, send) {
      const before = read()[memberId]
      set(memberId, 'sending')
      const reply = await send()
      set(memberId, reply.ok ? 'given' : before)
      return reply
    },
    record: (memberId) => set(memberId, 'given'),
    forget(memberId) {
      if (read()[memberId] === 'given') set(memberId, 'undone')
    },
  }
}

export const likesOf = perClient(createLikes)

/**
 * Whether the member likes another one.
 *
 * @param likedMemberIds those of the counts, which have the newest thousand; undefined before they are loaded
 */
export const isLikedBy = (
  changes: Changes,
  likedMemberIds: readonly string[] | undefined,
  { id, liked }: { readonly id: string; readonly liked?: boolean },
): boolean => {
  const status = changes[id]
  return status ? status !== 'undone' : liked === true || (likedMemberIds?.includes(id) ?? false)
}
