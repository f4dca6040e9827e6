import type { SearchFilters } from '@incontro/contract'
import { Plural, Trans } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide-react'
import { Button } from '../../../components/buttons/button.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Card } from '../../../components/layout/card.tsx'
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
  const textOf = useFilterTexts()
  const { filter, total, fewerThan, moreThan } = loosen
  const one = filter === 'all' ? null : textOf(filters, filter)
  return (
    <Card>
      <EmptyState
        icon={SlidersHorizontal}
        title={<Trans>Con questi filtri non c’è nessuno</Trans>}
        text={
          <>
            {one === null ? <Trans>Toglierne uno solo non basta.</Trans> : <Trans>Il più stretto è «{one}».</Trans>}{' '}
            {moreThan !== null ? (
              <Plural value={moreThan} one="Senza ne trovi più di #." other="Senza ne trovi più di #." />
            ) : total === null ? (
              <Trans>Senza ne trovi meno di {fewerThan}.</Trans>
            ) : (
              <Plural value={total} one="Senza ne trovi #." other="Senza ne trovi #." />
            )}
          </>
        }
        action={
          <Button onClick={() => onChange(filter === 'all' ? {} : withoutFilter(filters, filter))}>
            {one === null ? <Trans>Togli tutti i filtri</Trans> : <Trans>Togli «{one}»</Trans>}
          </Button>
        }
      />
    </Card>
  )
}
