import type { Reader } from '#platform/database/replica.ts'

/** Ids of a member's photos that others may see, the main one first. */
export async function approvedPhotos(
  reader: Reader,
  memberId: string,
): Promise<{ readonly id: string; readonly thumbhash: string | null }[]> {
  const { rows } = await reader.query<{ id: string; thumbhash: Buffer | null }>({
    name: 'approved-photos',
    text: `select id, thumbhash from member_photos where member_id = $1 and state = 'approved' and removed_at is null
      order by is_default desc, position, id`,
    values: [memberId],
  })
  return rows.map(({ id, thumbhash }) => ({ id, thumbhash: thumbhash?.toString('base64') ?? null }))
}
