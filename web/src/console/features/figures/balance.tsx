import type { FigureRegion } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { shareText } from './chart-card.tsx'
import styles from './figures.module.css'
import type { Period } from './period.ts'

type Row = FigureRegion & { readonly brand: string }

/** Women and men by region, and where advertising stops. */
export const Balance = ({ period: { from, to } }: { readonly period: Period }) => {
  const { t, i18n } = useLingui()
  const { brand, keys, titleOf } = useBrands('readFigures')
  const found = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['balance', key, from, to],
      queryFn: () => api('GET /admin/api/:brand/figures/balance', { params: { brand: key }, query: { from, to } }),
    })),
  })
  const rows = found.every(({ data }) => data)
    ? found
        .flatMap(({ data }, n) => data!.regions.map((one): Row => ({ ...one, brand: keys[n]! })))
        .toSorted((one, two) => two.women + two.men - one.women - one.men)
    : undefined
  const countries = new Intl.DisplayNames([i18n.locale], { type: 'region' })
  const columns: Column<Row>[] = [
    {
      name: t`Region`,
      cell: (row) => (
        <span className={parts.two}>
          <b>{row.region}</b>
          <span>
            {countries.of(row.country)}
            {brand === 'all' && ` · ${titleOf(row.brand)}`}
          </span>
        </span>
      ),
    },
    {
      name: t`Share of women`,
      cell: (row) =>
        row.women + row.men === 0 ? (
          '—'
        ) : (
          <span className={styles.share}>
            <meter
              className={styles.bar}
              data-stops={row.advertising === 'stops'}
              min={0}
              max={1}
              value={row.women / (row.women + row.men)}
              aria-hidden
            />
            {shareText(row.women / (row.women + row.men), i18n.locale)}
          </span>
        ),
    },
    { name: t`Women`, isNumber: true, cell: ({ women }) => i18n.number(women) },
    { name: t`Men`, isNumber: true, cell: ({ men }) => i18n.number(men) },
    {
      name: t`New women`,
      isNumber: true,
      isExtra: true,
      cell: ({ newWomen }) => i18n.number(newWomen),
    },
    { name: t`New men`, isNumber: true, isExtra: true, cell: ({ newMen }) => i18n.number(newMen) },
    {
      name: t`Advertising`,
      cell: ({ advertising }) =>
        advertising === 'stops' ? (
          <Badge tone="bad">
            <Trans>Stops</Trans>
          </Badge>
        ) : advertising === 'too_few' ? (
          <span className={parts.muted}>
            <Trans>Too few to say</Trans>
          </span>
        ) : (
          <Badge tone="ok">
            <Trans>Goes on</Trans>
          </Badge>
        ),
    },
  ]
  return (
    <>
      <p className={styles.hint}>
        <Trans>
          Women and men who were there within 30 days. Below 35 % of either, advertising in the region stops; with fewer
          than ten members nothing is said.
        </Trans>
      </p>
      <List
        label={t`Women and men by region`}
        columns={columns}
        rows={rows}
        keyOf={(row) => `${row.brand} ${row.country} ${row.region}`}
        error={found.find(({ error }) => error)?.error}
        onRetry={() => void Promise.all(found.map((one) => one.refetch()))}
        empty={{
          icon: MapPin,
          title: t`No members were counted yet`,
          text: t`They are counted once an hour.`,
        }}
      />
    </>
  )
}
