import { Plural, Trans } from '@lingui/react/macro'
import type { StatementLine } from './days.ts'

/** The cause of a movement in the member's words. */
export const CauseText = ({ line: { cause, account, count, amount } }: { line: StatementLine }) => {
  switch (cause) {
    case 'message':
      return account === 'icebreakers' ? (
        <Plural value={count} one="Primo messaggio inviato" other="# primi messaggi inviati" />
      ) : (
        <Plural value={count} one="Messaggio inviato" other="# messaggi inviati" />
      )
    case 'message_withdrawn':
      return <Plural value={count} one="Messaggio ritirato" other="# messaggi ritirati" />
    case 'like':
      return <Plural value={count} one="Mi piace inviato" other="# mi piace inviati" />
    case 'like_undone':
      return <Plural value={count} one="Mi piace annullato" other="# mi piace annullati" />
    case 'registration':
      return <Trans>Iscrizione</Trans>
    case 'welcome_gift':
      return <Trans>Regalo di benvenuto</Trans>
    case 'refill':
      return <Trans>Ricarica gratuita</Trans>
    case 'purchase':
      return <Trans>Acquisto</Trans>
    case 'withdrawal':
      return <Trans>Recesso da un acquisto</Trans>
    case 'dispute':
      return amount > 0 ? (
        <Trans>Contestazione chiusa: i crediti tornano tuoi</Trans>
      ) : (
        <Trans>Pagamento contestato: crediti sospesi</Trans>
      )
    case 'recipient_removed':
      return <Trans>Restituiti: abbiamo rimosso chi li ha ricevuti</Trans>
    case 'level_change':
      return amount > 0 ? (
        <Trans>I tuoi messaggi gratuiti restano gli stessi con il nuovo piano</Trans>
      ) : (
        <Trans>I tuoi messaggi restano gli stessi senza il piano</Trans>
      )
    case 'other':
      return <Trans>Assistenza</Trans>
  }
}

/** "+600 crediti", "−1 mi piace". */
export const AmountText = ({ account, amount }: Pick<StatementLine, 'account' | 'amount'>) => {
  const many = Math.abs(amount)
  const unit =
    account === 'messages' ? (
      <Plural value={many} one="# credito" other="# crediti" />
    ) : account === 'icebreakers' ? (
      <Plural value={many} one="# primo messaggio" other="# primi messaggi" />
    ) : (
      <Plural value={many} one="# mi piace" other="# mi piace" />
    )
  return (
    <>
      {amount > 0 ? '+' : '−'}
      {unit}
    </>
  )
}
