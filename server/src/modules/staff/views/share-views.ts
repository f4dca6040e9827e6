import type { adminRoutes, AuditAction } from '@incontro/contract/admin'
import { installationChain } from '#modules/audit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'

/** @throws Failure 404 for what is not the caller's */
export const shareView = (deps: StaffDeps, call: Call<typeof adminRoutes.shareView>): Promise<void> =>
  setSharing(deps, call, deps.clock())

/** Of any owner: one who has shared a view may have another role now. @throws Failure 404 for what is not shared */
export const unshareView = (deps: StaffDeps, call: Call<typeof adminRoutes.unshareView>): Promise<void> =>
  setSharing(deps, call, null)

async function setSharing(
  deps: StaffDeps,
  call: Call<typeof adminRoutes.shareView> | Call<typeof adminRoutes.unshareView>,
  sharedAt: Date | null,
): Promise<void> {
  const { brand, id } = call.params
  await deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      const row = await tx
        .selectFrom('staff_views')
        .select(['page', 'name', 'staff_id', 'shared_at'])
        .where('brand_id', '=', brand)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!row || (row.staff_id !== call.staff.staffId && row.shared_at === null)) throw notFound()
      if (sharedAt !== null && row.staff_id !== call.staff.staffId) throw notFound()
      // The answer to the first attempt may have been lost.
      if ((row.shared_at === null) === (sharedAt === null)) return
      await tx
        .updateTable('staff_views')
        .set({ shared_at: sharedAt })
        .where('brand_id', '=', brand)
        .where('id', '=', id)
        .execute()
      await recordSharing(deps, tx, call, row, sharedAt === null ? 'view_unshared' : 'view_shared')
    })
}

/** What colleagues see changes: it is in the audit, as nothing else about views is. */
export const recordSharing = (
  deps: StaffDeps,
  tx: Tx,
  { params: { brand, id }, staff, ip }: Pick<Call<typeof adminRoutes.shareView>, 'params' | 'staff' | 'ip'>,
  { page, name }: { readonly page: string; readonly name: string },
  action: AuditAction & `view_${string}`,
): Promise<void> =>
  deps.record(tx, {
    brandId: installationChain,
    aboutBrand: brand,
    by: { staffId: staff.staffId, address: ip },
    action,
    subject: { kind: 'view', id },
    detail: { page, name },
  })
