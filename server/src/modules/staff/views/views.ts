import { isAllowed, type adminRoutes, type SavedView, viewPages, type ViewPageName } from '@incontro/contract/admin'
import type { StaffPrincipal } from '#platform/caller.ts'
import type { Call } from '#platform/http/bind.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'

/** Whether the person may open the page of a view. */
export const mayOpen = (staff: StaffPrincipal, brandId: string, page: ViewPageName): boolean =>
  isAllowed(
    viewPages[page].permission,
    staff.roles.filter((one) => one.brandId === brandId).map(({ role }) => role),
  )

/** The caller's views at the brand and those shared there, by page and name. */
export async function savedViews(
  deps: StaffDeps,
  { staff, params: { brand } }: Call<typeof adminRoutes.savedViews>,
): Promise<{ views: SavedView[] }> {
  const rows = await deps
    .home()
    .db.selectFrom('staff_views as v')
    .innerJoin('staff as p', 'p.id', 'v.staff_id')
    .select(['v.id', 'v.staff_id', 'v.page', 'v.name', 'v.query', 'v.is_default', 'v.shared_at', 'p.name as by'])
    .where('v.brand_id', '=', brand)
    .where('v.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('v.staff_id', '=', staff.staffId), eb('v.shared_at', 'is not', null)]))
    .orderBy('v.page')
    .orderBy('v.name')
    .orderBy('v.id')
    .execute()
  const views = rows.map((row) => {
    const isMine = row.staff_id === staff.staffId
    return {
      id: row.id,
      page: row.page as ViewPageName,
      name: row.name,
      query: row.query as Record<string, string>,
      isMine,
      isDefault: isMine && row.is_default,
      isShared: row.shared_at !== null,
      by: row.by,
    }
  })
  return { views: views.filter(({ page }) => mayOpen(staff, brand, page)) }
}
