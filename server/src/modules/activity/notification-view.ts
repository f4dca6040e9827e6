import type { PromptId } from '@incontro/contract'
import { maskContacts } from '@incontro/contract/contacts'
import type { NotificationItem } from '@incontro/contract/domain'
import type { Geo } from '#modules/geo/index.ts'
import type { PhotoUrls } from '#modules/members/index.ts'

export interface NotificationRow {
  id: string
  actor_id: string
  kind: string
  answers_like: boolean
  prompt: PromptId | null
  created_at: Date
  read_at: Date | null
  screen_name: string
  age: number
  city_id: number | null
  photo_id: string | null
  sample: boolean | null
}

export interface Sources {
  readonly photos: PhotoUrls
  readonly geo: Pick<Geo, 'cityName'>
}

export function notificationOf(row: NotificationRow, { photos, geo }: Sources): NotificationItem {
  return {
    notificationId: row.id,
    type: row.kind === 'like' ? 'like' : 'visita',
    ...(row.answers_like ? { category: 'risposta_a_like' as const } : {}),
    prompt: row.prompt,
    memberId: row.actor_id,
    memberName: maskContacts(row.screen_name),
    age: row.age,
    city: geo.cityName(row.city_id),
    photo: row.photo_id ? photos.url(row.photo_id, 'avatar') : null,
    time: row.created_at.toISOString(),
    isRead: row.read_at !== null,
    sample: row.sample === true,
  }
}
