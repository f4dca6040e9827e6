import type { NotificationItem } from '@incontro/contract'
import type { PhotoUrls } from '../members/index.ts'

export interface NotificationRow {
  id: string
  actor_id: string
  kind: string
  answers_like: boolean
  created_at: Date
  read_at: Date | null
  screen_name: string
  age: number
  city: string | null
  photo_id: string | null
  sample: boolean | null
}

export function notificationOf(row: NotificationRow, photos: PhotoUrls): NotificationItem {
  return {
    idNotifica: row.id,
    type: row.kind === 'like' ? 'like' : 'visita',
    ...(row.answers_like ? { categoriaNotifica: 'risposta_a_like' as const } : {}),
    angelId: row.actor_id,
    screenName: row.screen_name,
    age: row.age,
    city: row.city ?? '',
    default_photo: row.photo_id ? photos.url(row.photo_id, 'avatar') : null,
    time: row.created_at.toISOString(),
    letto: row.read_at !== null,
    sample: row.sample === true,
  }
}
