import type { StaffRole } from '@incontro/contract'
import { isAllowed, type PermissionId } from '@incontro/contract/admin/permissions'
import { createContext, type ReactNode, useContext } from 'react'
import { useParams } from 'react-router'
import type { ReplyOf } from './api.ts'

export type Me = ReplyOf<'GET /admin/api/me'>
const Context = createContext<Me | null>(null)

export const MeProvider = ({ me, children }: { me: Me; children: ReactNode }) => (
  <Context value={me}>{children}</Context>
)

export function useMe(): Me {
  const me = useContext(Context)
  if (!me) throw new Error('nobody is signed in here')
  return me
}

/** In the address: the brands of a person together. */
export const allBrands = 'all'

export const rolesAt = ({ roles }: Me, brand: string): readonly StaffRole[] =>
  roles.filter((one) => one.brand === brand).map(({ role }) => role)

/** The brands at which the person has the permission. */
export const brandsWith = (me: Me, permission: PermissionId): readonly string[] =>
  me.brands.map(({ key }) => key).filter((key) => isAllowed(permission, rolesAt(me, key)))

/**
 * The brand of the address, and the brands to ask: one, or each at which the person has the permission, by a request of its
 * own.
 */
export function useBrands(permission: PermissionId) {
  const me = useMe()
  const { brand = allBrands } = useParams()
  const allowed = brandsWith(me, permission)
  const keys = brand === allBrands ? allowed : allowed.filter((key) => key === brand)
  return { brand, keys, titleOf: (key: string) => me.brands.find((one) => one.key === key)?.title ?? key }
}
