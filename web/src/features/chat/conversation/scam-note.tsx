import type { ScamKind } from '@incontro/contract'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import styles from './conversation.module.css'

const words: Readonly<Record<ScamKind, ReturnType<typeof msg>>> = {
  money: msg`Is this about money? Never send any to someone you haven’t met in person: it’s the most common scam.`,
  gift_card: msg`Is this about gift cards or vouchers? Whoever asks for them in a message is nearly always a scammer: don’t send codes.`,
  investment: msg`Is this about profits or investments? Whoever offers them in a message is nearly always after your money.`,
  code: msg`Is this about a code? The ones you get by text or email open your accounts: don’t give them to anyone.`,
}

export const ScamNote = ({ kind, onDismiss }: { readonly kind: ScamKind; readonly onDismiss: () => void }) => {
  const { i18n } = useLingui()
  return (
    <div className={styles.warning} role="status">
      <Note tone="warn">
        {i18n._(words[kind])} <Trans>You can report or block from the menu at the top.</Trans>
      </Note>
      <Button size="sm" variant="sec" onClick={onDismiss}>
        <Trans>Got it</Trans>
      </Button>
    </div>
  )
}
