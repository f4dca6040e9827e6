import type { DisputeRow, DisputeState } from '@incontro/contract/admin'
import { providerName } from '@incontro/contract/admin/order-words'
import { useLingui } from '@lingui/react/macro'
import { Gavel } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { useBrandPages } from '#console/base/brand-pages.ts'
import { useBrands } from '#console/base/me.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import { moneyText } from '#console/parts/money.ts'
import { planOf } from '#console/parts/order-texts.ts'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { noReason, reasonNames, stageNames, stateNames } from './dispute-texts.ts'
import { Due } from './due.tsx'

type OfBrand = DisputeRow & { readonly brand: string }

/** Open ones first, by what is due next; then the decided ones, newest first. */
const inOrder = (one: DisputeRow, other: DisputeRow): number => {
  if ((one.state === 'open') !== (other.state === 'open')) return one.state === 'open' ? -1 : 1
  if (one.state !== 'open') return other.updatedAt.localeCompare(one.updatedAt) || other.order.localeCompare(one.order)
  if (one.dueAt === null || other.dueAt === null)
    return one.dueAt === other.dueAt ? one.openedAt.localeCompare(other.openedAt) : one.dueAt === null ? 1 : -1
  return one.dueAt.localeCompare(other.dueAt)
}

export const DisputeList = ({ state }: { readonly state: DisputeState | undefined }) => {
  const { t, i18n } = useLingui()
  const { brand, keys, titleOf } = useBrands('readMoney')
  const { list, rows } = useBrandPages({
    queryKey: ['disputes', state],
    brands: keys,
    read: async (key, cursor) => {
      const { disputes, more } = await api('GET /admin/api/:brand/disputes', {
        params: { brand: key },
        query: { ...(state && { state }), ...cursor },
      })
      return { rows: disputes, more }
    },
    cursorOf: (end) => ({ afterAt: end.updatedAt, afterOrder: end.order }),
    compare: inOrder,
  })
  const columns: Column<OfBrand>[] = [
    {
      name: t`Order`,
      cell: (one) => (
        <span className={parts.two}>
          <Link className={parts.link} to={`/${one.brand}/disputes/${one.order}`}>
            {planOf(one, i18n.locale)}
          </Link>
          <span>
            {one.number} · {providerName(one.provider)}
          </span>
        </span>
      ),
    },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (one: OfBrand) => titleOf(one.brand) }] : []),
    { name: t`State`, cell: (one) => <StateBadge of={one} /> },
    { name: t`Why`, cell: (one) => i18n._(one.reason === null ? noReason : reasonNames[one.reason]) },
    { name: t`Answer until`, cell: (one) => <Due at={one.dueAt} isOpen={one.state === 'open'} /> },
    { name: t`Contested`, isExtra: true, cell: (one) => <Moment at={one.openedAt} /> },
    {
      name: t`Amount`,
      isNumber: true,
      cell: (one) =>
        moneyText(one.contestedMinor ?? one.amountMinor, one.contestedCurrency ?? one.currency, i18n.locale),
    },
  ]
  return (
    <>
      <List
        label={t`Disputes`}
        columns={columns}
        rows={rows}
        keyOf={(one) => `${one.brand} ${one.order}`}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{
          icon: Gavel,
          title: t`No disputes here`,
          text: t`Payments that a payer contests at the bank or the provider appear here.`,
        }}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
    </>
  )
}

/** Where a dispute stands. */
export const StateBadge = ({ of }: { readonly of: Pick<DisputeRow, 'state' | 'stage'> }) => {
  const { i18n } = useLingui()
  const [name, tone] = of.stage === 'decided' ? stateNames[of.state] : stageNames[of.stage]
  return <Badge tone={tone}>{i18n._(name)}</Badge>
}
