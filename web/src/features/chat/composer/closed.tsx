import { Trans } from '@lingui/react/macro'
import { Note } from '#components/feedback/note.tsx'
import type { OtherMember } from '../messages/use-other-member.ts'
import { isSystem } from '../messages/system.ts'
import styles from './composer.module.css'

/** Replaces the composer where the member cannot write, and says why. */
export const Closed = ({ otherMember: { id, memberName, visible } }: { otherMember: OtherMember }) => (
  <footer className={styles.composer}>
    <div className={styles.closed}>
      <Note>
        {isSystem(id) ? (
          <Trans>These are notices from the service: you can’t reply here.</Trans>
        ) : visible ? (
          <Trans>
            For now {memberName} only takes first messages from people they choose. Send a like: if they like you back,
            you can write.
          </Trans>
        ) : (
          <Trans>This person no longer receives messages. What you wrote to each other stays here.</Trans>
        )}
      </Note>
    </div>
  </footer>
)
