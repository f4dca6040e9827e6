import type { adminRoutes } from '@incontro/contract/admin'
import { recordMemberAction } from '#modules/audit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import type { DeskDeps } from './deps.ts'
import { by, memberAt } from './member-at.ts'

/** How long the author may change or delete a note: what colleagues have read and acted on then stays. */
const changeableMs = 15 * 60_000

/** Notes that the file shows, the newest; of a member, at most so many are kept. */
const mostNotes = 200

/** @throws Failure 403 `own_account`, 404, 409 `too_many_notes` */
export async function addNote(deps: DeskDeps, call: Call<typeof adminRoutes.addMemberNote>): Promise<void> {
  const at = deps.clock()
  const body = call.body.text.trim()
  await deps.db.transaction().execute(async (tx) => {
    const { id: memberId } = await memberAt(tx, deps, call)
    const { count } = await tx
      .selectFrom('member_notes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostNotes)
      throw new Failure(409, 'too_many_notes', { message: `A file has at most ${mostNotes} notes` })
    const id = newId()
    const { madeBy } = by(call)
    await tx
      .insertInto('member_notes')
      .values({ member_id: memberId, id, body, made_by: madeBy, created_at: at, edited_at: null })
      .execute()
    await recordMemberAction(tx, { memberId, action: 'note_added', detail: { note: id, text: body }, at, ...by(call) })
  })
}

/** @throws Failure 403 `own_account`, `not_yours`, 404, 409 `too_late` */
export async function changeNote(deps: DeskDeps, call: Call<typeof adminRoutes.changeMemberNote>): Promise<void> {
  const at = deps.clock()
  const body = call.body.text.trim()
  await deps.db.transaction().execute(async (tx) => {
    const { memberId, id, before } = await ownNote(tx, deps, call)
    if (before === body) return
    await tx
      .updateTable('member_notes')
      .set({ body, edited_at: at })
      .where('member_id', '=', memberId)
      .where('id', '=', id)
      .execute()
    const detail = { note: id, before, after: body }
    await recordMemberAction(tx, { memberId, action: 'note_changed', detail, at, ...by(call) })
  })
}

/** @throws Failure 403 `own_account`, `not_yours`, 404, 409 `too_late` */
export async function deleteNote(deps: DeskDeps, call: Call<typeof adminRoutes.deleteMemberNote>): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { memberId, id, before } = await ownNote(tx, deps, call)
    await tx.deleteFrom('member_notes').where('member_id', '=', memberId).where('id', '=', id).execute()
    const detail = { note: id, before }
    await recordMemberAction(tx, { memberId, action: 'note_deleted', detail, at: deps.clock(), ...by(call) })
  })
}

/** The caller's own recent note, locked. */
async function ownNote(
  tx: Tx,
  deps: DeskDeps,
  call: Call<typeof adminRoutes.changeMemberNote> | Call<typeof adminRoutes.deleteMemberNote>,
) {
  const { id: memberId } = await memberAt(tx, deps, call)
  const note = await tx
    .selectFrom('member_notes')
    .select(['id', 'body', 'made_by', 'created_at'])
    .where('member_id', '=', memberId)
    .where('id', '=', call.params.note)
    .forUpdate()
    .executeTakeFirst()
  if (!note) throw notFound()
  if (note.made_by !== by(call).madeBy)
    throw new Failure(403, 'not_yours', { message: 'A colleague wrote this: add a note of your own' })
  if (note.created_at.getTime() + changeableMs <= deps.clock().getTime())
    throw new Failure(409, 'too_late', { message: 'A note can be changed for 15 minutes: add another one' })
  return { memberId, id: note.id, before: note.body }
}

/** The notes of a file, the newest first, as one of staff reads them. */
export async function notesOf(deps: DeskDeps, memberId: string, reader: string) {
  const rows = await deps.db
    .selectFrom('member_notes')
    .select(['id', 'body', 'made_by', 'created_at', 'edited_at'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(mostNotes)
    .execute()
  const names = await deps.namesOf(rows.map((one) => one.made_by.replace('staff:', '')))
  return rows.map((one) => {
    const until = new Date(one.created_at.getTime() + changeableMs)
    const isChangeable = one.made_by === reader && until > deps.clock()
    return {
      id: one.id,
      text: one.body,
      by: names.get(one.made_by.replace('staff:', '')) ?? '—',
      at: one.created_at.toISOString(),
      editedAt: one.edited_at?.toISOString() ?? null,
      changeableUntil: isChangeable ? until.toISOString() : null,
    }
  })
}
