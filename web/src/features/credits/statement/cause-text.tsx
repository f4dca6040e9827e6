import { Plural, Trans } from '@lingui/react/macro'
import type { StatementLine } from './days.ts'

/** The cause of a movement in the member's words. */
export const CauseText = ({ line: { cause, account, count, amount } }: { line: StatementLine }) => {
  switch (cause) {
    case 'message':
      return account === 'icebreakers' ? (
        <Plural value={count} one="First message sent" other="# first messages sent" />
      ) : (
        <Plural value={count} one="Message sent" other="# messages sent" />
      )
    case 'message_withdrawn':
      return <Plural value={count} one="Message withdrawn" other="# messages withdrawn" />
    case 'like':
      return <Plural value={count} one="Like sent" other="# likes sent" />
    case 'like_undone':
      return <Plural value={count} one="Like undone" other="# likes undone" />
    case 'registration':
      return <Trans>Sign-up</Trans>
    case 'welcome_gift':
      return <Trans>Welcome gift</Trans>
    case 'refill':
      return <Trans>Free refill</Trans>
    case 'purchase':
      return <Trans>Purchase</Trans>
    case 'withdrawal':
      return <Trans>Withdrawal from a purchase</Trans>
    case 'dispute':
      return amount > 0 ? (
        <Trans>Dispute closed: the messages are yours again</Trans>
      ) : (
        <Trans>Payment disputed: messages on hold</Trans>
      )
    case 'recipient_removed':
      return <Trans>Returned: we removed the person who received them</Trans>
    case 'other':
      return <Trans>Support</Trans>
  }
}

/** "+60 messages", "−1 like". */
export const AmountText = ({ account, amount }: Pick<StatementLine, 'account' | 'amount'>) => {
  const many = Math.abs(amount)
  const unit =
    account === 'messages' ? (
      <Plural value={many} one="# message" other="# messages" />
    ) : account === 'icebreakers' ? (
      <Plural value={many} one="# first message" other="# first messages" />
    ) : (
      <Plural value={many} one="# like" other="# likes" />
    )
  return (
    <>
      {amount > 0 ? '+' : '−'}
      {unit}
    </>
  )
}
