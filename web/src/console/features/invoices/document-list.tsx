import { Trans, useLingui } from '@lingui/react/macro'
import { FileText, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Card } from '#components/layout/card.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api, type ReplyOf } from '#console/base/api.ts'
import { useBrandPages } from '#console/base/brand-pages.ts'
import { useBrands } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import { moneyText } from '#console/parts/money.ts'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { Downloads } from './downloads.tsx'
import styles from './invoices.module.css'
import type { Quarter } from './quarters.ts'

type Document = ReplyOf<'GET /admin/api/:brand/invoices'>['documents'][number] & { readonly brand: string }

/** The brands are asked for their own pages, and merged by time. */
export const DocumentList = ({ quarter }: { readonly quarter: Quarter }) => {
  const { t, i18n } = useLingui()
  const { brand, keys, titleOf } = useBrands('readMoney')
  const [search, setSearch] = useState('')
  const { list, rows } = useBrandPages({
    queryKey: ['invoices', quarter, search],
    brands: keys,
    read: async (key, cursor) => {
      const { documents, more } = await api('GET /admin/api/:brand/invoices', {
        params: { brand: key },
        query: { ...quarter, ...(search !== '' && { search }), ...cursor },
      })
      return { rows: documents, more }
    },
    cursorOf: (end) => ({ afterAt: end.at, afterKey: end.key }),
    compare: (one, other) => other.at.localeCompare(one.at) || other.key.localeCompare(one.key),
  })
  const regions = new Intl.DisplayNames([i18n.locale], { type: 'region' })
  const money = (minor: number, one: Document) => moneyText(minor, one.currency, i18n.locale)
  const pdfOf = ({ number }: Document): string => t`PDF of ${number}`
  const columns: Column<Document>[] = [
    {
      name: t`Number`,
      cell: (one) => (
        <span className={parts.two}>
          <Link className={parts.link} to={`/${one.brand}/orders/${one.order}`}>
            {one.number}
          </Link>
          <span>
            <Moment at={one.at} />
          </span>
        </span>
      ),
    },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (one: Document) => titleOf(one.brand) }] : []),
    {
      name: t`Kind`,
      cell: (one) =>
        one.kind === 'invoice' ? (
          <Badge>
            <Trans>Invoice</Trans>
          </Badge>
        ) : (
          <Badge tone="info">
            <Trans>Credit note</Trans>
          </Badge>
        ),
    },
    { name: t`Country`, cell: (one) => regions.of(one.country) ?? one.country },
    { name: t`Rate`, isNumber: true, cell: (one) => percent(one.vatPerMille, i18n.locale) },
    { name: t`Net`, isNumber: true, isExtra: true, cell: (one) => money(one.totalMinor - one.vatMinor, one) },
    { name: t`VAT`, isNumber: true, cell: (one) => money(one.vatMinor, one) },
    { name: t`Total`, isNumber: true, cell: (one) => money(one.totalMinor, one) },
    {
      name: t`File`,
      isNumber: true,
      cell: (one) => (
        <a
          className={parts.link}
          href={`/admin/api/${one.brand}/orders/${one.order}/documents/${one.number}`}
          download
          aria-label={pdfOf(one)}
        >
          PDF
        </a>
      ),
    },
  ]
  return (
    <div className={styles.stack}>
      <NumberSearch value={search} onFind={setSearch} quarter={quarter} />
      <List
        label={t`Invoices and credit notes`}
        columns={columns}
        rows={rows}
        keyOf={(one) => `${one.brand} ${one.key}`}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{
          icon: FileText,
          title: search === '' ? t`No documents in this quarter` : t`No document has this number`,
          text: search === '' ? t`Choose another quarter.` : t`Numbers are like 2026-000012 and NC-2026-000003.`,
        }}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
    </div>
  )
}

/** 220 is "22%". */
export const percent = (perMille: number, locale: string): string =>
  (perMille / 1000).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })

const NumberSearch = ({
  value,
  onFind,
  quarter,
}: {
  readonly value: string
  readonly onFind: (number: string) => void
  readonly quarter: Quarter
}) => {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  useShortcut('f', t`Find a document`, () => field.current?.focus())
  return (
    <Card as="section">
      <form
        className={styles.find}
        onSubmit={(event) => {
          event.preventDefault()
          onFind(field.current?.value.trim() ?? '')
        }}
      >
        <TextField
          ref={field}
          label={t`Number of an invoice or credit note, of any quarter`}
          icon={Search}
          maxLength={40}
          defaultValue={value}
        />
        <Button type="submit" variant="sec">
          <Trans>Find</Trans>
        </Button>
      </form>
      <Downloads file="invoices" quarter={quarter} />
    </Card>
  )
}
