import type { VatRow } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { Card } from '#components/layout/card.tsx'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import { moneyText } from '#console/parts/money.ts'
import parts from '#console/parts/parts.module.css'
import { percent } from './document-list.tsx'
import { Downloads } from './downloads.tsx'
import styles from './invoices.module.css'
import type { Quarter } from './quarters.ts'

const returns: Readonly<Record<VatRow['declaredIn'], MessageDescriptor>> = {
  'one-stop shop': msg`One-stop shop`,
  domestic: msg`Domestic return`,
  elsewhere: msg`Another country’s return`,
  'outside the VAT area': msg`Outside the VAT area`,
}

type Line = VatRow & { readonly brand: string }

/** VAT by return, country and rate. Each currency has columns of its own, and its own total: they are never added up. */
export const VatTable = ({ quarter }: { readonly quarter: Quarter }) => {
  const { t, i18n } = useLingui()
  const { brand, keys, titleOf } = useBrands('readMoney')
  const found = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['vat', key, quarter],
      queryFn: () => api('GET /admin/api/:brand/vat', { params: { brand: key }, query: quarter }),
    })),
  })
  const isThere = found.every(({ data }) => data)
  const lines = found.flatMap(({ data }, n) => (data?.lines ?? []).map((one): Line => ({ ...one, brand: keys[n]! })))
  const currencies = [...new Set(lines.map(({ currency }) => currency))].toSorted()
  const regions = new Intl.DisplayNames([i18n.locale], { type: 'region' })
  // The last row has the totals.
  const rows: readonly (Line | null)[] | undefined = isThere
    ? [...lines, ...(lines.length > 0 ? [null] : [])]
    : undefined
  const amounts = currencies.flatMap((currency): Column<Line | null>[] => {
    const of = (minor: (line: Line) => number) => (row: Line | null) => {
      const counted = row ? [row] : lines
      const own = counted.filter((one) => one.currency === currency)
      if (own.length === 0) return ''
      const text = moneyText(
        own.reduce((sum, line) => sum + minor(line), 0),
        currency,
        i18n.locale,
      )
      return row ? text : <b>{text}</b>
    }
    return [
      { name: t`Net ${currency}`, isNumber: true, cell: of((line) => line.totalMinor - line.vatMinor) },
      { name: t`VAT ${currency}`, isNumber: true, cell: of((line) => line.vatMinor) },
      { name: t`Total ${currency}`, isNumber: true, isExtra: true, cell: of((line) => line.totalMinor) },
    ]
  })
  const corrected = ({ sold }: VatRow): string => {
    const { year, quarter: number } = sold
    return t`corrects ${year} Q${number}`
  }
  const columns: Column<Line | null>[] = [
    {
      name: t`Country`,
      cell: (row) =>
        row ? (
          <span className={parts.two}>
            <b>
              {regions.of(row.country) ?? row.country}
              {row.territory !== null && ` (${row.territory})`}
            </b>
            <span>
              {i18n._(returns[row.declaredIn])}
              {isEarlier(row, quarter) && ` · ${corrected(row)}`}
            </span>
          </span>
        ) : (
          <b>
            <Trans>Total</Trans>
          </b>
        ),
    },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (row: Line | null) => (row ? titleOf(row.brand) : '') }] : []),
    { name: t`Company`, isExtra: true, cell: (row) => row?.company ?? '' },
    { name: t`Rate`, isNumber: true, cell: (row) => (row ? percent(row.vatPerMille, i18n.locale) : '') },
    {
      name: t`Documents`,
      isNumber: true,
      isExtra: true,
      cell: (row) => (row ? `${row.invoices} + ${row.creditNotes}` : ''),
    },
    ...amounts,
  ]
  return (
    <div className={styles.stack}>
      <Card as="section">
        <p className={styles.hint}>
          <Trans>
            Invoices less credit notes, by the calendar of the company, in the currency that was paid. The one-stop shop
            takes euros at the ECB’s rates: the command “payments vat” converts them.
          </Trans>
        </p>
        <Downloads file="vat" quarter={quarter} />
      </Card>
      <List
        label={t`VAT by country and rate`}
        columns={columns}
        rows={rows}
        keyOf={(row) =>
          row
            ? [
                row.brand,
                row.company,
                row.declaredIn,
                row.sold.year,
                row.sold.quarter,
                row.country,
                row.territory,
                row.vatPerMille,
                row.currency,
              ].join(' ')
            : 'total'
        }
        error={found.find(({ error }) => error)?.error}
        onRetry={() => void Promise.all(found.map((one) => one.refetch()))}
        empty={{
          icon: Landmark,
          title: t`No sales in this quarter`,
          text: t`Choose another quarter.`,
        }}
      />
    </div>
  )
}

const isEarlier = ({ sold }: VatRow, { year, quarter }: Quarter): boolean =>
  sold.year !== year || sold.quarter !== quarter
