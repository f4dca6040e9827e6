import type { AuthorityOrderRow } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { Landmark } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { useBrandPages } from '#console/base/brand-pages.ts'
import { useBrands } from '#console/base/me.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { orderKindNames, outcomeNames, placeName, stepName } from './authority-texts.ts'

type Row = AuthorityOrderRow & { readonly brand: string }

/** The brands are asked for their own pages, and merged by time. */
export const OrderList = () => {
  const { t, i18n } = useLingui()
  const { brand, keys, titleOf } = useBrands('readAuthorities')
  const { list, rows } = useBrandPages({
    queryKey: ['authority orders'],
    brands: keys,
    read: async (key, query) => {
      const { orders, more } = await api('GET /admin/api/:brand/authority-orders', { params: { brand: key }, query })
      return { rows: orders, more }
    },
    cursorOf: (end) => ({ afterAt: end.receivedAt, afterId: end.id }),
    compare: (one, other) => other.receivedAt.localeCompare(one.receivedAt) || other.id.localeCompare(one.id),
  })
  const columns: Column<Row>[] = [
    {
      name: t`Authority`,
      cell: (one) => (
        <span className={parts.two}>
          <Link className={parts.link} to={`/${one.brand}/authorities/${one.id}`}>
            {one.authority}
          </Link>
          <span>
            {placeName(i18n, one.country)} · {one.reference}
          </span>
        </span>
      ),
    },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (one: Row) => titleOf(one.brand) }] : []),
    { name: t`Kind`, cell: (one) => i18n._(orderKindNames[one.kind]), isExtra: true },
    { name: t`Received or sent`, cell: (one) => <Moment at={one.receivedAt} /> },
    { name: t`State`, cell: (one) => <State order={one} /> },
  ]
  return (
    <>
      <List
        label={t`Orders of authorities`}
        columns={columns}
        rows={rows}
        keyOf={(one) => `${one.brand} ${one.id}`}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{
          icon: Landmark,
          title: t`No authority has ordered anything`,
          text: t`When a court or a public authority sends an order, record it here the same day.`,
        }}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
    </>
  )
}

/** What is to be done next, or how it ended. */
const State = ({ order }: { readonly order: AuthorityOrderRow }) => {
  const { i18n } = useLingui()
  if (order.kind === 'notification') return <Answer order={order} />
  if (order.outcome !== null && order.answeredAt !== null)
    return <Badge tone={order.outcome === 'not_given' ? 'warn' : 'ok'}>{i18n._(outcomeNames[order.outcome])}</Badge>
  if (order.acknowledgedAt === null)
    return (
      <Badge tone="warn">
        <Trans>Acknowledge receipt</Trans>
      </Badge>
    )
  return (
    <Badge tone="info">
      {order.effectAt === null ? <Trans>Give effect</Trans> : <Trans>Inform the authority</Trans>}
    </Badge>
  )
}

/** How far the authority has come with what it was notified of. */
const Answer = ({ order: { kind, acknowledgedAt, answeredAt } }: { readonly order: AuthorityOrderRow }) => {
  const { i18n } = useLingui()
  const step = answeredAt !== null ? 'answered' : acknowledgedAt !== null ? 'acknowledged' : null
  if (step === null)
    return (
      <Badge tone="info">
        <Trans context="a notification, when">Sent</Trans>
      </Badge>
    )
  return <Badge tone={step === 'answered' ? 'ok' : 'info'}>{i18n._(stepName(kind, step))}</Badge>
}
