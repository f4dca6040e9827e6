import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type ReplyOf } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { albumKey } from './album-key.ts'

export type Album = ReplyOf<'GET /api/photos/:trackerId'>
export type OwnPhoto = Album['album'][number]

const albumQuery = (trackerId: string) =>
  queryOptions({
    queryKey: albumKey,
    queryFn: ({ signal }) => api('GET /api/photos/:trackerId', { params: { trackerId }, signal }),
  })

const orderKey = [...albumKey, 'order']
/** What changes the album goes one after the other: what arrived late would undo what came after it. */
const scope = { id: 'album' }

/** The member's own photos and the mutations on them. */
export const useAlbum = () => {
  const client = useQueryClient()
  const { session, refresh } = useSession()
  const trackerId = session.clickid
  const query = useQuery(albumQuery(trackerId))
  const show = (album: Album) => {
    client.setQueryData(albumKey, album)
    void refresh()
  }
  // Each reply is the album before the moves that wait behind it.
  const isLast = () => client.isMutating({ mutationKey: orderKey }) === 1
  const order = useMutation({
    mutationKey: orderKey,
    scope,
    mutationFn: (ids: readonly string[]) =>
      api('PUT /api/photos/:trackerId/order', { params: { trackerId }, body: { order: [...ids] } }),
    // Optimistic update: the photo moves immediately, without waiting for the reply.
    onMutate: (ids) => {
      void client.cancelQueries({ queryKey: albumKey })
      client.setQueryData<Album>(
        albumKey,
        (now) => now && { ...now, album: [...now.album].sort((a, b) => ids.indexOf(a.name) - ids.indexOf(b.name)) },
      )
    },
    onSuccess: (album) => {
      if (isLast()) show(album)
    },
    onError: () => {
      if (isLast()) void client.invalidateQueries({ queryKey: albumKey })
    },
  })
  const remove = useMutation({
    scope,
    // Without a network it fails, and says so.
    networkMode: 'always',
    mutationFn: (photoId: string) => api('DELETE /api/photos/:trackerId/:photoId', { params: { trackerId, photoId } }),
    onSuccess: show,
  })
  const restore = useMutation({
    scope,
    // Without a network it fails, and says so.
    networkMode: 'always',
    mutationFn: (photoId: string) =>
      api('POST /api/photos/:trackerId/:photoId/restore', { params: { trackerId, photoId }, body: {} }),
    onSuccess: show,
  })
  return {
    ...query,
    reload: () => Promise.all([client.invalidateQueries({ queryKey: albumKey }), refresh()]),
    order: order.mutate,
    remove: remove.mutateAsync,
    restore: restore.mutateAsync,
  }
}
