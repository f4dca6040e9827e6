import type { AffiliateRow, FiledPostback } from '@incontro/contract/admin'
import { useQueries } from '@tanstack/react-query'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'

export type BrandAffiliate = AffiliateRow & { readonly brand: string }
export type BrandFiled = FiledPostback & { readonly brand: string }

/** The affiliates of the brands, and what the brands' files have. */
export function useAffiliates() {
  const { keys } = useBrands('readCampaigns')
  const found = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['affiliates', key],
      queryFn: () => api('GET /admin/api/:brand/affiliates', { params: { brand: key } }),
    })),
  })
  const isThere = found.every(({ data }) => data)
  const ofBrands = <Row>(rows: (n: number) => readonly Row[]) =>
    keys.flatMap((brand, n) => rows(n).map((row) => ({ ...row, brand })))
  return {
    rows: isThere
      ? ofBrands<AffiliateRow>((n) => found[n]!.data!.affiliates).toSorted(
          (one, other) => Number(one.endedAt !== null) - Number(other.endedAt !== null),
        )
      : undefined,
    filed: ofBrands<FiledPostback>((n) => found[n]?.data?.files.postbacks ?? []),
    brandsWithKey: keys.filter((_, n) => found[n]?.data?.files.hasKey),
    error: found.find(({ error }) => error)?.error,
    onRetry: () => void Promise.all(found.map((one) => one.refetch())),
  }
}
