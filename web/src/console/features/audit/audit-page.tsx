import { Trans, useLingui } from '@lingui/react/macro'
import { ScrollText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { SegmentedControl } from '#components/forms/segmented-control.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api, type CallOf, type ReplyOf } from '#console/base/api.ts'
import { useBrandPages } from '#console/base/brand-pages.ts'
import { type Column, List } from '#console/parts/list.tsx'
import { Page } from '#console/parts/page.tsx'
import { Moment } from '#console/parts/time.tsx'
import parts from '#console/parts/parts.module.css'
import { useBrands } from '#console/base/me.tsx'
import { actionName } from './action-names.ts'
import { AuditFilters, filters } from './audit-filters.tsx'

/** With the words of every detail, which only an entry that is opened needs. */
const Details = lazy(async () => ({ default: (await import('./details.tsx')).Details }))

type Entry = ReplyOf<'GET /admin/api/:brand/audit'>['entries'][number] & { readonly brand: string }
type Narrowed = Omit<NonNullable<CallOf<'GET /admin/api/:brand/audit'>['query']>, 'of' | 'before'>

/** The newest entries of the brands together. */
const AuditPage = () => {
  const { t, i18n } = useLingui()
  const { brand, keys, titleOf } = useBrands('readAudit')
  const [search, setSearch] = useSearchParams()
  const of = search.get('of') === 'staff' ? 'staff' : 'brand'
  const narrowed = Object.fromEntries(filters.map((name) => [name, search.get(name) ?? undefined])) as Narrowed
  const isNarrowed = filters.some((name) => search.has(name))
  const [opened, setOpened] = useState<string | null>(null)
  const { list, rows } = useBrandPages({
    queryKey: ['audit', of, narrowed],
    brands: keys,
    read: async (key, cursor) => {
      const query = { of, ...narrowed, ...cursor } as const
      const { entries, more } = await api('GET /admin/api/:brand/audit', { params: { brand: key }, query })
      return { rows: entries, more }
    },
    cursorOf: (end) => ({ before: end.seq }),
    compare: (one, other) => other.at.localeCompare(one.at) || other.seq - one.seq,
  })
  const columns: Column<Entry>[] = [
    { name: t`When`, cell: (one) => <Moment at={one.at} /> },
    {
      name: t`Who`,
      cell: (one) => (
        <span className={parts.two}>
          {one.staffId === null ? <b>{one.by}</b> : <Link to={searchWith(search, 'staff', one.staffId)}>{one.by}</Link>}
          <span>{one.byCommand ? t`Command` : (one.address ?? '')}</span>
        </span>
      ),
    },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (one: Entry) => titleOf(one.brand) }] : []),
    {
      name: t`What`,
      cell: (one) => (
        <span className={parts.two}>
          <b>{i18n._(actionName[one.action])}</b>
          <span>
            {one.memberId === null ? (
              (one.subjectName ?? one.subjectId ?? '')
            ) : (
              <Link to={searchWith(search, 'member', one.memberId)}>
                {one.subjectName ?? one.subjectId ?? one.memberId}
              </Link>
            )}
          </span>
        </span>
      ),
    },
    {
      name: t`Reason`,
      cell: (one) =>
        one.erased ? (
          <Badge>
            <Trans>Erased with the member</Trans>
          </Badge>
        ) : (
          (one.reason ?? '—')
        ),
    },
    {
      name: t`Details`,
      isExtra: true,
      cell: (one) => {
        const key = `${one.brand} ${one.seq}`
        if (Object.keys(one.detail).length === 0) return <span className={parts.muted}>#{one.seq}</span>
        return (
          <details
            open={opened === key}
            onToggle={(event) => setOpened(event.currentTarget.open ? key : opened === key ? null : opened)}
          >
            <summary>#{one.seq}</summary>
            {opened === key && (
              <Suspense fallback={null}>
                <Details brand={one.brand} action={one.action} detail={one.detail} />
              </Suspense>
            )}
          </details>
        )
      },
    },
  ]
  return (
    <Page
      title={t`Audit`}
      savedViews="audit"
      actions={
        <SegmentedControl
          label={t`Entries`}
          name="of"
          value={of}
          onChange={(value) => setSearch(value === 'staff' ? { of: 'staff' } : {})}
          options={[
            { value: 'brand', label: t`Members and brand` },
            { value: 'staff', label: t`Staff` },
          ]}
        />
      }
    >
      <AuditFilters key={search.toString()} of={of} author={rows?.[0]?.by ?? '…'} />
      <List
        label={t`Audit`}
        columns={columns}
        rows={rows}
        keyOf={(one) => `${one.brand} ${one.seq}`}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{
          icon: ScrollText,
          title: isNarrowed ? t`No entry is like this` : t`No entries yet`,
          text: isNarrowed
            ? t`Choose other days, or fewer conditions.`
            : t`What colleagues and commands do appears here, and stays.`,
        }}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
    </Page>
  )
}

/** The same address, with one thing more that it is narrowed to. */
const searchWith = (search: URLSearchParams, name: (typeof filters)[number], text: string): string => {
  const next = new URLSearchParams(search)
  next.set(name, text)
  return `?${next.toString()}`
}

export default AuditPage
