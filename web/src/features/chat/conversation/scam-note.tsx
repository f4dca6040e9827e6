import type { ScamKind } from '@incontro/contract'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import styles from './conversation.module.css'

const words: Readonly<Record<ScamKind, ReturnType<typeof msg>>> = {
  money: msg`Si parla di soldi? Non mandarne mai a chi non hai incontrato di persona: è la truffa più comune.`,
  gift_card: msg`Si parla di carte regalo o buoni? Chi li chiede in chat quasi sempre sta truffando: non mandare codici.`,
  investment: msg`Si parla di guadagni o investimenti? Chi li propone in chat quasi sempre vuole i tuoi soldi.`,
  code: msg`Si parla di un codice? Quelli che ricevi per SMS o email aprono i tuoi profili: non darli a nessuno.`,
}

const ScamNote = ({ kind, onDismiss }: { readonly kind: ScamKind; readonly onDismiss: () => void }) => {
  const { i18n } = useLingui()
  return (
    <div className={styles.warning} role="status">
      <Note tone="warn">
        {i18n._(words[kind])} <Trans>Puoi segnalare o bloccare dal menu in alto.</Trans>
      </Note>
      <Button size="sm" variant="sec" onClick={onDismiss}>
        <Trans>Ho capito</Trans>
      </Button>
    </div>
  )
}

export default ScamNote
