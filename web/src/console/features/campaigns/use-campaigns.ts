import type { CampaignKind, CampaignRow, FigurePeriod } from '@incontro/contract/admin'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'
import { periodOf } from '#console/features/figures/period.ts'

export type BrandCampaign = CampaignRow & { readonly brand: string }

/** Sources or campaigns of the last days, those with most visits and sign-ups first: each brand is asked for its own. */
export function useCampaigns(by: CampaignKind, days: FigurePeriod) {
  const { keys } = useBrands('readCampaigns')
  const [today] = useState(() => new Date())
  const { from, to } = periodOf(days, today)
  const query = { from, to, by }
  const found = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['campaigns', key, query],
      queryFn: () => api('GET /admin/api/:brand/campaigns', { params: { brand: key }, query }),
      placeholderData: keepPreviousData,
    })),
  })
  const rows = found.every(({ data }) => data)
    ? found.flatMap(({ data }, n) => data!.campaigns.map((one): BrandCampaign => ({ ...one, brand: keys[n]! })))
    : undefined
  return {
    rows: rows?.toSorted((one, other) => other.visits + other.signUps - one.visits - one.signUps),
    hasMore: found.some(({ data }) => data?.more),
    countedAt: found.flatMap(({ data }) => data?.countedAt ?? []).toSorted()[0],
    error: found.find(({ error }) => error)?.error,
    onRetry: () => void Promise.all(found.map((one) => one.refetch())),
  }
}
