import { Trans } from '@lingui/react/macro'
import { Check, Clock, Flag, MailCheck, MailPlus, MailX, X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { ReportDialog, type ReportableMessage } from '#features/trust/index.ts'
import type { Invite } from '../messages/invite-state.ts'
import { useAnswerInvite } from '../messages/use-answer-invite.tsx'
import styles from './invite-note.module.css'
import type { OtherMember } from '../messages/use-other-member.ts'

type Given = { readonly otherMember: OtherMember }

/** Replaces the composer, and takes the focus that was in it. */
const Waiting = ({ otherMember: { memberName } }: Given) => {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) note.current?.focus()
  }, [])
  return (
    <div ref={note} className={`${styles.note} ${styles.last}`} tabIndex={-1}>
      <Note icon={Clock} role="status">
        <Trans>{memberName} hasn’t accepted your invitation yet. You can write again once they accept or reply.</Trans>
      </Note>
    </div>
  )
}

const Received = ({ otherMember, messages }: Given & { readonly messages: readonly ReportableMessage[] }) => {
  const { memberName, id } = otherMember
  const { answer, busy } = useAnswerInvite(id)
  const [isReporting, setReporting] = useState(false)
  return (
    <div className={styles.note}>
      <Note icon={MailPlus} tone="pri">
        <Trans>{memberName} has sent you an invitation. If you accept or reply, you can write to each other.</Trans>
      </Note>
      <div className={styles.answers}>
        <Button size="sm" busy={busy === 'accept' && <Trans>Accepting…</Trans>} onClick={() => void answer(true)}>
          <Icon of={Check} size={18} /> <Trans>Accept</Trans>
        </Button>
        <Button
          size="sm"
          variant="sec"
          busy={busy === 'decline' && <Trans>Declining…</Trans>}
          onClick={() => void answer(false)}
        >
          <Icon of={X} size={18} /> <Trans>Decline</Trans>
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setReporting(true)}>
          <Icon of={Flag} size={18} /> <Trans>Report</Trans>
        </Button>
      </div>
      <Suspense fallback={null}>
        {isReporting && <ReportDialog member={otherMember} messages={messages} onClose={() => setReporting(false)} />}
      </Suspense>
    </div>
  )
}

/** Says between messages and composer who has to act while a first message waits to be accepted. */
export const InviteNote = ({
  invite,
  otherMember,
  received,
}: Given & {
  /** `first`: nothing was written yet, and the first message will be an invite. */
  readonly invite: Invite | 'first'
  readonly received: readonly ReportableMessage[]
}) => {
  const { memberName } = otherMember
  if (invite === 'waiting') return <Waiting otherMember={otherMember} />
  if (invite === 'received') return <Received otherMember={otherMember} messages={received} />
  return (
    <div className={styles.note}>
      {invite === 'first' && (
        <Note icon={MailPlus}>
          <Trans>The first message is an invitation: you can write more once {memberName} accepts it.</Trans>
        </Note>
      )}
      {invite === 'accepted' && (
        <Note icon={MailCheck} tone="ok" role="status">
          <Trans>{memberName} has accepted your invitation: you can now write to each other.</Trans>
        </Note>
      )}
      {invite === 'declined' && (
        <Note icon={MailX} role="status">
          <Trans>You’ve declined the invitation, and {memberName} won’t know. If you change your mind, write.</Trans>
        </Note>
      )}
    </div>
  )
}
