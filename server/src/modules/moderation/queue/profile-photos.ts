import { mostPhotos } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { type CaseFile, photoFile } from './case-file.ts'

/** The files of a case, and the photos that others see of the member. One that the case is about is there once. */
export async function withProfilePhotos(
  executor: Executor,
  memberId: string | null,
  files: readonly CaseFile[],
): Promise<readonly CaseFile[]> {
  if (memberId === null) return files
  const { rows } = await sql<{ id: string; key: string; isMain: boolean }>`
    select id, storage_key as key, is_default as "isMain" from member_photos
    where member_id = ${memberId} and state = 'approved' and removed_at is null
    order by is_default desc, position, id limit ${sql.lit(mostPhotos)}`.execute(executor)
  const photos = rows.map(({ id, key, isMain }) => ({
    ...photoFile(id, key),
    label: isMain ? ('main_photo' as const) : ('profile_photo' as const),
  }))
  return [...files, ...photos.filter(({ file }) => !files.some((one) => one.file === file))]
}
