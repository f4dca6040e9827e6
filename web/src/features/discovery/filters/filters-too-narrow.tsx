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
  const found = moreThan !== null ? t`più di ${moreThan}` : total === null ? t`meno di ${fewerThan}` : String(total)
  return (
    <Card>
      <EmptyState
        icon={SlidersHorizontal}
        title={<Trans>Con questi filtri non c’è nessuno</Trans>}
        text={
          one === null ? (
            <Trans>Toglierne uno solo non basta: senza filtri ne trovi {found}.</Trans>
          ) : (
            <Trans>
              Togliendo «{one}» ne trovi {found}.
            </Trans>
          )
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
