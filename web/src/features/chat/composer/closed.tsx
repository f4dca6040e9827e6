import { Trans } from '@lingui/react/macro'
import { Note } from '#components/feedback/note.tsx'
import type { OtherMember } from '../messages/use-other-member.ts'
import { isSystem } from '../messages/system.ts'
import styles from './composer.module.css'

/** Replaces the composer where the member cannot write, and says why. */
const Closed = ({ otherMember: { id, memberName, visible } }: { otherMember: OtherMember }) => (
  <footer className={styles.composer}>
    <div className={styles.closed}>
      <Note>
        {isSystem(id) ? (
          <Trans>Questi sono avvisi del servizio: qui non si può rispondere.</Trans>
        ) : visible ? (
          <Trans>
            Per ora {memberName} riceve primi messaggi solo da chi ha scelto. Metti mi piace: se ricambia, potrai
            scrivere.
          </Trans>
        ) : (
          <Trans>Questa persona non riceve più messaggi. Quello che vi siete scritti resta qui.</Trans>
        )}
      </Note>
    </div>
  </footer>
)

export default Closed
