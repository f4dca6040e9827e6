import type { ScamKind } from '@incontro/contract'
import type { Message } from '@incontro/contract/domain'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../components/buttons/button.tsx'
import { Note } from '../../../components/feedback/note.tsx'
import styles from './conversation.module.css'

const words: Readonly<Record<ScamKind, ReturnType<typeof msg>>> = {
  money: msg`Si parla di soldi? Non mandarne mai a chi non hai incontrato di persona: è la truffa più comune.`,
  gift_card: msg`Si parla di carte regalo o buoni? Chi li chiede in chat quasi sempre sta truffando: non mandare codici.`,
  investment: msg`Si parla di guadagni o investimenti? Chi li propone in chat quasi sempre vuole i tuoi soldi.`,
  code: msg`Si parla di un codice? Quelli che ricevi per SMS o email aprono i tuoi profili: non darli a nessuno.`,
}

/** Above the field, before one answers what looks like a scam; the server says of which kind, and nothing is held back. */
export const ScamWarning = ({ messages }: { messages: readonly Message[] }) => {
  const { i18n } = useLingui()
  const [dismissed, setDismissed] = useState(0)
  const answered = messages.findLastIndex(({ type }) => type === 'personal')
  const suspect = messages.slice(answered + 1).findLast(({ warning }) => warning !== null)
  if (!suspect?.warning || suspect.seq <= dismissed) return null
  return (
    <div className={styles.warning} role="status">
      <Note tone="warn">
        {i18n._(words[suspect.warning])} <Trans>Puoi segnalare o bloccare dal menu in alto.</Trans>
      </Note>
      <Button size="sm" variant="sec" onClick={() => setDismissed(suspect.seq)}>
        <Trans>Ho capito</Trans>
      </Button>
    </div>
  )
}
