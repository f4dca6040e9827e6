import { providerName } from '@incontro/contract/admin/order-words'
import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { keepReason, useGivenReason } from '#console/base/given-reasons.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { moneyText } from '#console/parts/money.ts'
import { orderStateName, orderStateTone } from '#console/parts/order-words.ts'
import { BackLink, OpeningPage } from '#console/parts/opening-page.tsx'
import { type OnDone, useHeldActions } from '#console/parts/held-actions.tsx'
import { KeyButton } from '#console/parts/key-button.tsx'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import { RefundOrder } from '#console/parts/refund-order.tsx'
import { Fact, Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import { planOf } from '#console/parts/order-texts.ts'
import styles from './orders.module.css'
import type { Opened } from './opened-order.ts'
import { NextStep, OrderWaits, type Waiting, waitingOf } from './order-waits.tsx'
import { TimeLine } from '#console/parts/time-line.tsx'

/** An order with its history. Each opening is recorded with a reason, so it is not read again by itself. */
export const OrderPage = ({ brand, id }: { readonly brand: string; readonly id: string }) => {
  const { t } = useLingui()
  const given = useGivenReason(brand, `orders/${id}`)
  const [reason, setReason] = useState(given)
  const { data, error, refetch } = useQuery({
    queryKey: ['order', brand, id],
    queryFn: async () => {
      // It is not asked for before there is one.
      const why = reason ?? ''
      const order = await api('POST /admin/api/:brand/orders/:order/open', {
        params: { brand, order: id },
        body: { reason: why },
      })
      keepReason(brand, [`orders/${id}`, ...(order.hasMember ? [`members/${order.memberId}` as const] : [])], why)
      return order
    },
    enabled: reason !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (reason === undefined)
    return (
      <Page title={t`Order`} actions={<Back brand={brand} />}>
        <ReasonDialog
          title={t`Open this order?`}
          intro={<Trans>It shows what a member paid.</Trans>}
          action={t`Open`}
          stays
          onClose={() => history.back()}
          run={(why) => Promise.resolve(setReason(why))}
        />
      </Page>
    )
  if (data) return <Filled brand={brand} order={data} onChange={() => void refetch()} />
  return <OpeningPage title={t`Order`} actions={<Back brand={brand} />} error={error} onRetry={() => void refetch()} />
}

const Back = ({ brand }: { readonly brand: string }) => {
  const { t } = useLingui()
  return (
    <BackLink to={`/${brand}/orders`} help={t`Back to the orders`}>
      <Trans>Orders</Trans>
    </BackLink>
  )
}

const Filled = ({
  brand,
  order,
  onChange,
}: {
  readonly brand: string
  readonly order: Opened
  readonly onChange: () => void
}) => {
  const { t, i18n } = useLingui()
  const roles = rolesAt(useMe(), brand)
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<'refund' | { readonly closes: Waiting } | null>(null)
  const mayRefund = isAllowed('refundOrders', roles) && order.hasMember && order.leftMinor > 0
  const [first] = waitingOf(order)
  const mayResolve = isAllowed('resolvePayments', roles)
  const amount = moneyText(order.amountMinor, order.currency, i18n.locale)
  const held = useHeldActions({
    brand,
    memberId: order.memberId,
    onChange: () => {
      void queries.invalidateQueries({ queryKey: ['waiting money'] })
      onChange()
    },
  })
  const done: OnDone = (undo) => {
    setDialog(null)
    held.done(undo)
  }
  return (
    <Page
      title={t`Order of ${amount}`}
      actions={
        <>
          <Back brand={brand} />
          {mayResolve && first !== undefined && (
            <KeyButton
              keys="c"
              name={t`Close what waits`}
              size="sm"
              variant="sec"
              onPress={() => setDialog({ closes: first })}
            />
          )}
          {mayRefund && (
            <KeyButton
              keys="r"
              name={t({ message: 'Refund', context: 'order' })}
              size="sm"
              onPress={() => setDialog('refund')}
            />
          )}
        </>
      }
    >
      {held.bars}
      <OrderWaits order={order} onClose={mayResolve ? (closes) => setDialog({ closes }) : null} />
      <div className={styles.columns}>
        <Section title={<Trans>History</Trans>}>
          <TimeLine brand={brand} order={order} />
        </Section>
        <Section title={<Trans>Order</Trans>}>
          <Facts brand={brand} order={order} />
        </Section>
      </div>
      {dialog === 'refund' && (
        <RefundOrder
          brand={brand}
          memberId={order.memberId}
          order={order}
          onClose={() => setDialog(null)}
          onDone={done}
        />
      )}
      {dialog !== null && dialog !== 'refund' && (
        <ActionDialog
          title={t`Close what waits of this order?`}
          intro={
            <>
              <NextStep order={order} of={dialog.closes} />{' '}
              <Trans>
                Do the next step first. Closing changes nothing at the provider. Write no names in the reason.
              </Trans>
            </>
          }
          action={t({ message: 'Close', context: 'what waits' })}
          run={(reason) =>
            api('POST /admin/api/:brand/orders/:order/resolve', {
              params: { brand, order: order.id },
              body: { flagged: dialog.closes, reason },
            })
          }
          onClose={() => setDialog(null)}
          onDone={done}
        />
      )}
    </Page>
  )
}

const contested: readonly string[] = ['disputed', 'won', 'lost']

const Facts = ({ brand, order }: { readonly brand: string; readonly order: Opened }) => {
  const { i18n } = useLingui()
  const mayOpen = isAllowed('readMembers', rolesAt(useMe(), brand))
  const { currency } = order
  const of = (minor: number) => moneyText(minor, currency, i18n.locale)
  const tone = orderStateTone(order.state)
  return (
    <dl className={parts.facts}>
      <Fact name={<Trans>State</Trans>}>
        <Badge {...(tone && { tone })}>{i18n._(orderStateName(order.state))}</Badge>
      </Fact>
      <Fact name={<Trans>Number</Trans>}>
        <span title={order.id}>{order.number}</span>
      </Fact>
      <Fact name={<Trans>Plan</Trans>}>
        <span title={order.plan}>{planOf(order, i18n.locale)}</span>
      </Fact>
      <Fact name={<Trans>Amount</Trans>}>{of(order.amountMinor)}</Fact>
      {order.creditMinor > 0 && <Fact name={<Trans>Credited for the plan before</Trans>}>{of(order.creditMinor)}</Fact>}
      <Fact name={<Trans>Refunded</Trans>}>{of(order.refundedMinor)}</Fact>
      {order.underWayMinor > 0 && <Fact name={<Trans>Refund under way</Trans>}>{of(order.underWayMinor)}</Fact>}
      <Fact name={<Trans>Method</Trans>}>{providerName(order.provider)}</Fact>
      <Fact name={<Trans>Merchant account</Trans>}>{order.connection}</Fact>
      <Fact name={<Trans>Provider’s reference</Trans>}>{order.providerRef ?? '—'}</Fact>
      {contested.includes(order.state) && (
        <Fact name={<Trans>Dispute</Trans>}>
          <Link className={parts.link} to={`/${brand}/disputes/${order.id}`}>
            <Trans>Open the dispute</Trans>
          </Link>
        </Fact>
      )}
      {order.code !== null && <Fact name={<Trans>Reason of the decline</Trans>}>{order.code}</Fact>}
      <Fact name={<Trans>Flow</Trans>}>{order.flow}</Fact>
      <Fact name={<Trans>Ordered</Trans>}>
        <Moment at={order.at} />
      </Fact>
      <Fact name={<Trans>Granted</Trans>}>{order.grantedAt === null ? '—' : <Moment at={order.grantedAt} />}</Fact>
      {order.withdrawnAt !== null && (
        <Fact name={<Trans context="order">Withdrawn</Trans>}>
          <Moment at={order.withdrawnAt} />
        </Fact>
      )}
      <Fact name={<Trans>Member</Trans>}>
        {!order.hasMember && <Trans>Erased; the payment stays for the books</Trans>}
        {order.hasMember && mayOpen && (
          <Link className={parts.link} to={`/${brand}/members/${order.memberId}`}>
            <Trans>Open the file</Trans>
          </Link>
        )}
        {order.hasMember && !mayOpen && order.memberId}
      </Fact>
    </dl>
  )
}
