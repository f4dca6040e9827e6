import { unkeepable, type adminRoutes, type ViewPageName, type ViewQuery } from '@incontro/contract/admin'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'
import { lockStaff } from '#modules/staff/sessions/sessions.ts'
import { recordSharing } from './share-views.ts'
import { mayOpen } from './views.ts'

/** Of a person at a brand: what a menu can still show. */
const mostViews = 50

/** @throws Failure 400 `view_words`, 403, 409 `too_many_views`, `view_known` */
export async function saveView(deps: StaffDeps, call: Call<typeof adminRoutes.saveView>): Promise<{ id: string }> {
  const { brand } = call.params
  const { staffId } = call.staff
  const { page, query } = call.body
  const name = call.body.name.trim()
  if (!mayOpen(call.staff, brand, page)) throw new Failure(403)
  requireWords(page, query)
  return deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      await lockStaff(tx, staffId)
      await requireRoom(tx, brand, staffId)
      await requireFreeName(tx, { brand, staffId, page, name })
      const id = newId()
      await tx
        .insertInto('staff_views')
        .values({
          brand_id: brand,
          id,
          staff_id: staffId,
          page,
          name,
          query: JSON.stringify(query),
          shared_at: null,
          created_at: deps.clock(),
          deleted_at: null,
        })
        .execute()
      return { id }
    })
}

/** @throws Failure 400 `view_words`, 404, 409 `view_known` */
export const changeView = (deps: StaffDeps, call: Call<typeof adminRoutes.changeView>): Promise<void> =>
  ownView(deps, call, 'kept', async (tx, { page }) => {
    const { brand, id } = call.params
    const { staffId } = call.staff
    const { query, isDefault } = call.body
    const name = call.body.name?.trim()
    if (query !== undefined) requireWords(page, query)
    if (name !== undefined) await requireFreeName(tx, { brand, staffId, page, name, except: id })
    if (isDefault === true) await clearDefault(tx, brand, staffId, page)
    await tx
      .updateTable('staff_views')
      .set({
        ...(name !== undefined && { name }),
        ...(query !== undefined && { query: JSON.stringify(query) }),
        ...(isDefault !== undefined && { is_default: isDefault }),
      })
      .where('brand_id', '=', brand)
      .where('id', '=', id)
      .execute()
  })

/** @throws Failure 404 */
export const deleteView = (deps: StaffDeps, call: Call<typeof adminRoutes.deleteView>): Promise<void> =>
  ownView(deps, call, 'kept', async (tx, view) => {
    await tx
      .updateTable('staff_views')
      .set({ deleted_at: deps.clock() })
      .where('brand_id', '=', call.params.brand)
      .where('id', '=', call.params.id)
      .execute()
    if (view.isShared) await recordSharing(deps, tx, call, view, 'view_unshared')
  })

/** @throws Failure 404, 409 `too_many_views`, `view_known` */
export const restoreView = (deps: StaffDeps, call: Call<typeof adminRoutes.restoreView>): Promise<void> =>
  ownView(deps, call, 'deleted', async (tx, view) => {
    const { brand, id } = call.params
    const { staffId } = call.staff
    const { page, name } = view
    await requireRoom(tx, brand, staffId)
    await requireFreeName(tx, { brand, staffId, page, name })
    // Another view may have become the default meanwhile.
    if (view.isDefault) await clearDefault(tx, brand, staffId, page)
    await tx
      .updateTable('staff_views')
      .set({ deleted_at: null })
      .where('brand_id', '=', brand)
      .where('id', '=', id)
      .execute()
    if (view.isShared) await recordSharing(deps, tx, call, view, 'view_shared')
  })

type OwnCall = Pick<Call<typeof adminRoutes.deleteView>, 'params' | 'staff' | 'ip'>

interface OwnView {
  readonly page: ViewPageName
  readonly name: string
  readonly isDefault: boolean
  readonly isShared: boolean
}

/** Does something with a view of the caller, one change of a person's views after the other. */
async function ownView(
  deps: StaffDeps,
  { params: { brand, id }, staff }: OwnCall,
  state: 'kept' | 'deleted',
  work: (tx: Tx, view: OwnView) => Promise<void>,
): Promise<void> {
  await deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      await lockStaff(tx, staff.staffId)
      const row = await tx
        .selectFrom('staff_views')
        .select(['page', 'name', 'is_default', 'shared_at'])
        .where('brand_id', '=', brand)
        .where('id', '=', id)
        .where('staff_id', '=', staff.staffId)
        .where('deleted_at', state === 'kept' ? 'is' : 'is not', null)
        .executeTakeFirst()
      const page = row?.page as ViewPageName | undefined
      if (!row || !page || !mayOpen(staff, brand, page)) throw notFound()
      await work(tx, { page, name: row.name, isDefault: row.is_default, isShared: row.shared_at !== null })
    })
}

/** @throws Failure 400 `view_words` */
function requireWords(page: ViewPageName, query: ViewQuery): void {
  const [first] = unkeepable(page, query)
  if (first !== undefined)
    throw new Failure(400, 'view_words', {
      field: `query.${first}`,
      message: 'A view holds filters of its page only, and nothing by which a person is looked for',
    })
}

/** @throws Failure 409 `too_many_views` */
async function requireRoom(tx: Tx, brand: string, staffId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('staff_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('brand_id', '=', brand)
    .where('staff_id', '=', staffId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostViews)
    throw new Failure(409, 'too_many_views', { message: `A person keeps at most ${mostViews} views: delete one first` })
}

/** @throws Failure 409 `view_known` */
async function requireFreeName(
  tx: Tx,
  view: {
    readonly brand: string
    readonly staffId: string
    readonly page: string
    readonly name: string
    readonly except?: string
  },
): Promise<void> {
  const other = await tx
    .selectFrom('staff_views')
    .select('id')
    .where('brand_id', '=', view.brand)
    .where('staff_id', '=', view.staffId)
    .where('page', '=', view.page)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(view.name)])))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (other && other.id !== view.except)
    throw new Failure(409, 'view_known', { field: 'name', message: 'You have a view of this page with this name' })
}

async function clearDefault(tx: Tx, brand: string, staffId: string, page: string): Promise<void> {
  await tx
    .updateTable('staff_views')
    .set({ is_default: false })
    .where('brand_id', '=', brand)
    .where('staff_id', '=', staffId)
    .where('page', '=', page)
    .where('is_default', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
}
