import type { SearchFilters } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide-react'
import { Button } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { Card } from '#components/layout/card.tsx'
import type { MatchReply } from '../matches/match-query.ts'
import { withoutFilter } from './without-filter.ts'
import { useFilterTexts } from './filter-texts.ts'

/** Shown when no member matches: names the filter that excludes most members, and removes it with one press. */
export const FiltersTooNarrow = ({
  filters,
  loosen,
  onChange,
}: {
  readonly filters: SearchFilters
  readonly loosen: NonNullable<MatchReply['loosen']>
  readonly onChange: (filters: SearchFilters) => void
}) => {
  const { t } = useLingui()
  const textOf = useFilterTexts()
  const { filter, total, fewerThan, moreThan } = loosen
  const one = filter === 'all' ? null : textOf(filters, filter)
  const found =
    moreThan !== null ? t`more than ${moreThan}` : total === null ? t`fewer than ${fewerThan}` : String(total)
  return (
    <Card>
      <EmptyState
        icon={SlidersHorizontal}
        title={<Trans>Nobody matches these filters</Trans>}
        text={
          one === null ? (
            <Trans>Removing just one isn’t enough: without filters you’d find {found}.</Trans>
          ) : (
            <Trans>
              Without “{one}” you’d find {found}.
            </Trans>
          )
        }
        action={
          <Button onClick={() => onChange(filter === 'all' ? {} : withoutFilter(filters, filter))}>
            {one === null ? <Trans>Remove all filters</Trans> : <Trans>Remove “{one}”</Trans>}
          </Button>
        }
      />
    </Card>
  )
}
