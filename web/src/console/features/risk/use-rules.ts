import { useQueries } from '@tanstack/react-query'
import { api, type ReplyOf } from '#console/base/api.ts'

export type Rule = ReplyOf<'GET /admin/api/:brand/risk/rules'>['rules'][number] & { readonly brand: string }

/** The rules of these brands; while a simulation runs they are read again. */
export function useRules(brands: readonly string[]) {
  const found = useQueries({
    queries: brands.map((brand) => ({
      queryKey: ['risk rules', brand],
      refetchInterval: (query: { state: { data?: { rules: readonly { simulation: { state: string } | null }[] } } }) =>
        query.state.data?.rules.some(({ simulation }) => simulation?.state === 'running') ? 2000 : false,
      queryFn: () => api('GET /admin/api/:brand/risk/rules', { params: { brand } }),
    })),
  })
  const rules: readonly Rule[] | undefined = found.some(({ data }) => !data)
    ? undefined
    : found.flatMap(({ data }, n) => (data?.rules ?? []).map((one) => ({ ...one, brand: brands[n]! })))
  return {
    rules,
    error: found.find(({ error }) => error)?.error,
    again: () => found.forEach(({ refetch }) => void refetch()),
  }
}
