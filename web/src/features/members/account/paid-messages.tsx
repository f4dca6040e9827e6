import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { useDate } from '#app/i18n/date.ts'
import { useMoney } from '#app/i18n/money.ts'
import { messagesLeft } from '#app/session/messages-left.ts'
import { useSession } from '#app/session/session.tsx'
import { Note } from '#components/feedback/note.tsx'
import text from '#styles/text.module.css'
import { ordersQuery, withdrawalQuery } from '#features/subscriptions/index.ts'
import { paidForLeft } from './packs-left.ts'

/** The messages that are lost with the profile, what was paid for them, and what a withdrawal gives back before. */
export const PaidMessages = () => {
  const { session } = useSession()
  const date = useDate()
  const money = useMoney()
  const { data } = useQuery(ordersQuery(session.clickid))
  const { data: withdrawal } = useQuery(withdrawalQuery(session.clickid))
  const messages = messagesLeft(session)
  const paid = data && messages > 0 ? paidForLeft(data.orders, session.totalCredits) : undefined
  const orders = withdrawal?.orders ?? []
  if (!paid && orders.length === 0) return null
  const price = paid && money(paid.total, paid.currency)
  return (
    <Note tone="warn">
      {price !== undefined && (
        <>
          <b>
            <Plural value={messages} one="You lose # message." other="You lose # messages." />
          </b>{' '}
          <Trans>You paid {price} for the packs they come from.</Trans>{' '}
        </>
      )}
      {orders.map((order) => {
        const { planName } = order
        const until = date(new Date(order.until))
        const refund = money(order.refund, order.currency)
        return (
          <Fragment key={order.reference}>
            <Trans>
              You can still withdraw from “{planName}” (last day: {until}). Today we refund you {refund}.
            </Trans>{' '}
          </Fragment>
        )
      })}
      {orders.length > 0 && (
        <Link to="/purchases#plan" className={text.link}>
          <Trans>Withdraw before deleting</Trans>
        </Link>
      )}
    </Note>
  )
}
