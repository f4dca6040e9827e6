import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type ReplyOf } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'

export type Orders = ReplyOf<'GET /pay/orders/list/:trackerId'>
export type Plan = NonNullable<Orders['subscription']>
export type Order = Orders['orders'][number]
export type Withdrawable = ReplyOf<'GET /pay/orders/withdrawal/:trackerId'>['orders'][number]

const keys = { orders: ['orders'], withdrawal: ['withdrawal'], rules: ['payRules'] } as const

/** The member's plan and orders. */
export const ordersQuery = (trackerId: string) =>
  queryOptions({
    queryKey: [...keys.orders, trackerId],
    queryFn: ({ signal }) => api('GET /pay/orders/list/:trackerId', { params: { trackerId }, signal }),
  })

/** The orders that can be withdrawn now. */
export const withdrawalQuery = (trackerId: string) =>
  queryOptions({
    queryKey: [...keys.withdrawal, trackerId],
    queryFn: ({ signal }) => api('GET /pay/orders/withdrawal/:trackerId', { params: { trackerId }, signal }),
  })

/** Refetches everything that shows a plan or depends on it. */
export const useRefreshPlan = () => {
  const client = useQueryClient()
  const { refresh } = useSession()
  return async () => {
    await Promise.all(Object.values(keys).map((queryKey) => client.invalidateQueries({ queryKey })))
    await refresh()
  }
}
