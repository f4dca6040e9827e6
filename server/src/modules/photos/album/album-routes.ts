import { mostPhotos, routes } from '@incontro/contract'
import type { Principal } from '#platform/caller.ts'
import { own, type Http } from '#platform/http/bind.ts'
import type { Realtime } from '#platform/live/realtime.ts'
import { type AlbumDeps, orderPhotos, ownPhotos, removePhoto, restorePhoto } from './album.ts'

export function albumRoutes(http: Http, deps: AlbumDeps & { readonly realtime: Realtime }): void {
  const albumOf = async ({ memberId }: Principal) => ({ album: await ownPhotos(deps, memberId), most: mostPhotos })
  http.bind(routes.photos, async ({ params, member }) => {
    own(member, params.trackerId)
    return albumOf(member)
  })
  http.bind(routes.orderPhotos, async ({ params, body, member }) => {
    own(member, params.trackerId)
    await orderPhotos(deps, member.memberId, body.order)
    return albumOf(member)
  })
  http.bind(routes.removePhoto, async ({ params, member }) => {
    own(member, params.trackerId)
    await removePhoto(deps, member.memberId, params.photoId)
    deps.realtime.visibilityChanged(member.memberId)
    return albumOf(member)
  })
  http.bind(routes.restorePhoto, async ({ params, member }) => {
    own(member, params.trackerId)
    await restorePhoto(deps, member, params.photoId)
    return albumOf(member)
  })
}
