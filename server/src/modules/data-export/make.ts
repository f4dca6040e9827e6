import { openArchive } from './archive.ts'
import { recordReady, storageKey } from './data-export.ts'
import type { DataExportDeps } from './deps.ts'

interface About {
  readonly memberId: string
  readonly id: string
}

/** Writes the requested archive into the storage. A repeated run overwrites it. */
export async function makeExport(deps: DataExportDeps, { memberId, id }: About, last: boolean): Promise<void> {
  const { db, flows, storage } = deps
  const member = await db
    .selectFrom('members as m')
    .innerJoin('data_exports as e', 'e.member_id', 'm.id')
    .select(['m.brand_id', 'm.flow_id', 'm.level'])
    .where('m.id', '=', memberId)
    .where('m.state', '=', 'active')
    .where('e.id', '=', id)
    .where('e.state', '=', 'making')
    .executeTakeFirst()
  if (!member) return
  const flow = flows.of(member.brand_id, member.flow_id)
  try {
    const archive = await openArchive(deps, { memberId, level: member.level as 0 | 1 | 2, flow }, (done, all) => {
      recordProgress(deps, id, done, all).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'progress of a data export not written'),
      )
    })
    const size = await storage.putStream(storageKey(id), archive)
    if (!(await recordReady(deps, memberId, id, size))) await storage.remove(storageKey(id))
  } catch (error) {
    if (last) {
      await db
        .updateTable('data_exports')
        .set({ state: 'failed' })
        .where('id', '=', id)
        .where('state', '=', 'making')
        .execute()
      await storage.remove(storageKey(id))
    }
    throw error
  }
}

const recordProgress = ({ db }: DataExportDeps, id: string, done: number, all: number) =>
  db
    .updateTable('data_exports')
    .set({ done_parts: done, all_parts: all })
    .where('id', '=', id)
    .where('state', '=', 'making')
    .where((of) => of.or([of('done_parts', '<', done), of('all_parts', '=', 0)]))
    .execute()
