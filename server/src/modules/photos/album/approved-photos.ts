import type { Reader } from '../../../platform/replica.ts'

/** Ids of a member's photos that others may see, the main one first. */
export async function approvedPhotos(reader: Reader, memberId: string): Promise<string[]> {
  const { rows } = await reader.query<{ id: string }>({
    name: 'approved-photos',
    text: `select id from member_photos where member_id = $1 and state = 'approved' and removed_at is null
      order by is_default desc, position, id`,
    values: [memberId],
  })
  return rows.map(({ id }) => id)
}
