import { providerName } from '@incontro/contract/admin/order-words'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '#components/marks/labels.tsx'
import { useBrands } from '#console/base/me.tsx'
import { type Column, List, TitledList } from '#console/parts/list.tsx'
import { moneyText } from '#console/parts/money.ts'
import { orderStateName, stepOf } from '#console/parts/order-words.ts'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { planOf } from '#console/parts/order-texts.ts'
import styles from './orders.module.css'
import { type OfBrand, useWaiting } from './use-waiting.ts'

/** What waits for a person, with the next step of each. */
export const WaitingList = () => {
  const { t, i18n } = useLingui()
  const { brand, keys, titleOf } = useBrands('readMoney')
  const { payments, claims, strays, renewals, error, refetch } = useWaiting(keys)
  const brandColumn = <Row extends { readonly brand: string }>(): Column<Row>[] =>
    brand === 'all' ? [{ name: t`Brand`, cell: (one) => titleOf(one.brand) }] : []
  const orderCell = (one: { readonly brand: string }, id: string, name: string, at: string) => (
    <span className={parts.two}>
      <Link className={parts.link} to={`/${one.brand}/orders/${id}`}>
        {name}
      </Link>
      <span>
        <Moment at={at} />
      </span>
    </span>
  )
  return (
    <div className={styles.stack}>
      <List<OfBrand<'payments'>>
        label={t`Payments that wait`}
        columns={[
          { name: t`Waits since`, cell: (one) => orderCell(one, one.id, planOf(one, i18n.locale), one.flaggedAt) },
          ...brandColumn<OfBrand<'payments'>>(),
          {
            name: t`Next step`,
            cell: (one) => (
              <span className={styles.step}>
                {[one.flagged, ...one.furtherFlags].map((flag) => i18n._(stepOf(flag))).join(' ')}
                {one.refundDueAt !== null && (
                  <span className={parts.muted}>
                    {' '}
                    <Trans>
                      Refunded by itself: <Moment at={one.refundDueAt} />
                    </Trans>
                  </span>
                )}
              </span>
            ),
          },
          {
            name: t`State`,
            isExtra: true,
            cell: (one) => <Badge>{i18n._(orderStateName(one.state))}</Badge>,
          },
          { name: t`Method`, isExtra: true, cell: (one) => providerName(one.provider) },
          { name: t`Amount`, isNumber: true, cell: (one) => moneyText(one.amountMinor, one.currency, i18n.locale) },
        ]}
        rows={payments}
        keyOf={(one) => `${one.brand} ${one.id}`}
        error={error}
        onRetry={refetch}
        empty={{
          icon: CircleCheck,
          title: t`No payment waits`,
          text: t`Payments that need a person appear here, each with its next step.`,
        }}
      />
      {claims && claims.length > 0 && (
        <TitledList<OfBrand<'claims'>>
          label={t`Claims of lost disputes`}
          columns={[
            { name: t`Lost`, cell: (one) => orderCell(one, one.order, one.order, one.at) },
            ...brandColumn<OfBrand<'claims'>>(),
            {
              name: t`Next step`,
              cell: () => <Trans>Claim what was used, or write it off; then close this on the order’s page.</Trans>,
            },
            { name: t`Used`, isNumber: true, cell: (one) => moneyText(one.usedMinor, one.currency, i18n.locale) },
          ]}
          rows={claims}
          keyOf={(one) => `${one.brand} ${one.order}`}
          empty={{ icon: CircleCheck, title: t`No claims` }}
        />
      )}
      {strays && strays.length > 0 && (
        <TitledList<OfBrand<'strays'>>
          label={t`Events that match no payment`}
          columns={[
            { name: t`Received`, cell: (one) => <Moment at={one.at} /> },
            { name: t`Account`, cell: (one) => one.connection },
            { name: t`Event`, cell: (one) => <span className={styles.reference}>{one.event}</span> },
            {
              name: t`Next step`,
              cell: () => <Trans>Look it up at the provider: it may be money without an order.</Trans>,
            },
          ]}
          rows={strays}
          keyOf={(one) => `${one.brand} ${one.connection} ${one.event}`}
          empty={{ icon: CircleCheck, title: t`No such events` }}
        />
      )}
      {renewals && renewals.length > 0 && (
        <TitledList<OfBrand<'renewals'>>
          label={t`Renewals that weren’t announced`}
          columns={[
            {
              name: t`Renews`,
              cell: (one) => (
                <Link className={parts.link} to={`/${one.brand}/members/${one.memberId}`}>
                  <Moment at={one.renewsAt} />
                </Link>
              ),
            },
            ...brandColumn<OfBrand<'renewals'>>(),
            {
              name: t`Next step`,
              cell: (one) =>
                Date.parse(one.until) > Date.now() ? (
                  <Trans>
                    The reminder hasn’t left, so it won’t be charged. One still counts until <Moment at={one.until} />:
                    look at the queue of mail.
                  </Trans>
                ) : (
                  <Trans>The reminder came too late: it won’t be charged, and the plan ends.</Trans>
                ),
            },
          ]}
          rows={renewals}
          keyOf={(one) => `${one.brand} ${one.subscription}`}
          empty={{ icon: CircleCheck, title: t`All are announced` }}
        />
      )}
    </div>
  )
}
