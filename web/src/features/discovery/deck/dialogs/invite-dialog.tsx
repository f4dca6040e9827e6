import type { Member } from '@incontro/contract/domain'
import { maxMessageLength } from '@incontro/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { MailPlus } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useSession } from '#app/session/session.tsx'
import { useSocket } from '#app/session/socket.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import layout from '#styles/layout.module.css'
import { postEvent } from '#features/activity/index.ts'
import { CostLine } from '#features/chat/index.ts'
import { leadsToPlans } from '#features/credits/index.ts'
import { newUuid } from '#app/api/uuid.ts'

/** Milliseconds until the popup closes after "sent" (section 4, "Chat sending"). */
const sentForMs = 4000

/** Sends a first message from the deck, in message-invite mode. */
const InviteDialog = ({
  member,
  onClose,
  onOut,
}: {
  readonly member: Member
  readonly onClose: () => void
  /** Called when the credits are used up; the text is kept as a draft. */
  readonly onOut: (text: string) => void
}) => {
  const { t } = useLingui()
  const { session, update } = useSession()
  const { emit } = useSocket()
  const [text, setText] = useState('')
  const [state, setState] = useState<'writing' | 'sending' | 'failed' | 'waiting' | 'sent'>('writing')
  // One id for all attempts, so that the server stores one message however often it is sent.
  const [clientMessageId] = useState(newUuid)
  const { memberName } = member
  useEffect(() => {
    if (state !== 'sent') return undefined
    const timer = setTimeout(onClose, sentForMs)
    return () => clearTimeout(timer)
  }, [state, onClose])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const msg = text.trim()
    if (msg === '' || state === 'sending') return
    setState('sending')
    const reply = await emit('chat', {
      msg,
      trackerId: session.clickid,
      memberId: member.id,
      clientMessageId,
      icebreaker: true,
    })
    if (reply.ok) {
      update({ icebreakerCredits: reply.icebreakerCredits, totalCredits: reply.totalCredits })
      setState('sent')
    } else if (leadsToPlans(reply.code, 'fine_crediti')) {
      postEvent(session.clickid, member.id, 'ko_icebreaker')
      onOut(msg)
    } else setState(reply.code === 'invite_pending' ? 'waiting' : 'failed')
  }
  return (
    <Dialog open onClose={onClose} icon={MailPlus} title={<Trans>Write {memberName} an invitation</Trans>}>
      {state === 'sent' ? (
        <Note tone="ok" role="status">
          <Trans>Sent. Once {memberName} accepts, you can carry on in Messages.</Trans>
        </Note>
      ) : (
        <form className={layout.form} onSubmit={(event) => void submit(event)}>
          {state === 'failed' && (
            <Note tone="bad" role="alert">
              <Trans>We couldn’t send the invitation. Try again in a moment.</Trans>
            </Note>
          )}
          {state === 'waiting' && (
            <Note tone="bad" role="alert">
              <Trans>You’ve already sent {memberName} an invitation: you can write once it’s accepted.</Trans>
            </Note>
          )}
          <TextArea
            label={t`Your message`}
            rows={4}
            maxLength={maxMessageLength}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <CostLine icebreaker text={text} covers />
          <DialogActions>
            <Button variant="sec" onClick={onClose}>
              <Trans>Not now</Trans>
            </Button>
            <Button type="submit" busy={state === 'sending' && <Trans>Sending…</Trans>}>
              <Trans>Send</Trans>
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}

export default InviteDialog
