import type { OrderEvent } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  ArrowLeftRight,
  CalendarRange,
  FileText,
  Gavel,
  type LucideIcon,
  Mail,
  ReceiptText,
  Undo2,
  UserRoundCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#components/marks/icon.tsx'
import { moneyText } from './money.ts'
import { causeOf, mailName, mailStates, refundReasons, refundStates, requestStates } from './order-texts.ts'
import { orderStateName } from './order-words.ts'
import parts from './parts.module.css'
import { Moment } from './time.tsx'
import styles from './time-line.module.css'

const icons: Readonly<Record<OrderEvent['kind'], LucideIcon>> = {
  step: ArrowLeftRight,
  refund: Undo2,
  dispute: Gavel,
  document: FileText,
  mail: Mail,
  term: CalendarRange,
  order: ReceiptText,
  request: UserRoundCheck,
}

const disputes: Readonly<Record<Extract<OrderEvent, { kind: 'dispute' }>['state'], MessageDescriptor>> = {
  open: msg`The payer contests the payment`,
  won: msg`Dispute won`,
  lost: msg`Dispute lost`,
  refunded: msg`Refunded while it was contested`,
}
const relations: Readonly<Record<Extract<OrderEvent, { kind: 'order' }>['relation'], MessageDescriptor>> = {
  changed: msg`The order that this one changed`,
  replacement: msg`Another order took its place`,
  plan: msg`Another payment of the plan`,
}

/** Everything that happened to an order, oldest first. */
export const TimeLine = ({
  brand,
  order,
}: {
  readonly brand: string
  readonly order: { readonly history: readonly OrderEvent[]; readonly currency: string }
}) => (
  <ol className={styles.line}>
    {order.history.map((event, n) => (
      <li key={n} data-kind={event.kind}>
        <span className={styles.mark}>
          <Icon of={icons[event.kind]} size={16} />
        </span>
        <span className={parts.two}>
          <Event brand={brand} event={event} currency={order.currency} />
        </span>
        <span className={styles.at}>
          <Moment at={event.at} />
        </span>
      </li>
    ))}
    {order.history.length === 0 && (
      <li>
        <span className={parts.muted}>
          <Trans>Nothing has happened to it yet.</Trans>
        </span>
      </li>
    )}
  </ol>
)

const Event = ({
  brand,
  event,
  currency,
}: {
  readonly brand: string
  readonly event: OrderEvent
  readonly currency: string
}) => {
  const { i18n } = useLingui()
  const money = (minor: number) => moneyText(minor, currency, i18n.locale)
  const amount = 'amountMinor' in event ? money(event.amountMinor) : ''
  const stateOf = (state: string) => i18n._(orderStateName(state))
  const two = (first: ReactNode, second: ReactNode) => (
    <>
      <b>{first}</b>
      {second && <span>{second}</span>}
    </>
  )
  switch (event.kind) {
    case 'step':
      return two(
        event.from === event.to ? <Trans context="history">Noted</Trans> : stateOf(event.to),
        i18n._(causeOf(event.cause)),
      )
    case 'refund':
      return two(
        <Trans>Refund of {amount}</Trans>,
        [i18n._(refundStates[event.state]), i18n._(refundReasons[event.reason]), event.providerRef]
          .filter(Boolean)
          .join(' · '),
      )
    case 'dispute':
      return two(i18n._(disputes[event.state]), null)
    case 'document': {
      const { number } = event
      const [total, vat] = [money(event.totalMinor), money(event.vatMinor)]
      return two(
        event.document === 'invoice' ? <Trans>Invoice {number}</Trans> : <Trans>Credit note {number}</Trans>,
        <Trans>
          {total}, of which VAT {vat}
        </Trans>,
      )
    }
    case 'mail':
      return two(i18n._(mailName(event.mail)), i18n._(mailStates[event.state]))
    case 'term':
      return two(event.edge === 'begins' ? <Trans>The term begins</Trans> : <Trans>The term ends</Trans>, null)
    case 'order':
      return two(
        <Link className={parts.link} to={`/${brand}/orders/${event.order}`}>
          {i18n._(relations[event.relation])}
        </Link>,
        stateOf(event.state),
      )
    case 'request': {
      const { by } = event
      return two(
        <Trans>
          {by} asked for a refund of {amount}
        </Trans>,
        i18n._(requestStates[event.state]),
      )
    }
  }
}
