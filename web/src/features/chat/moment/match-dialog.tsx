import { Trans, useLingui } from '@lingui/react/macro'
import { maxMessageLength } from '@incontro/contract/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Heart, SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { ApiProblem } from '#app/api/api.ts'
import { ownPhoto } from '#app/session/own-photo.ts'
import { useSession } from '#app/session/session.tsx'
import { shake } from '#components/feedback/motion.ts'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { Ideas } from '../composer/ideas.tsx'
import { isSendKey } from '#components/forms/send-key.ts'
import { TextArea } from '#components/forms/text-area.tsx'
import { useTouch } from '#components/forms/use-touch.ts'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { Avatar } from '#components/people/avatar.tsx'
import layout from '#styles/layout.module.css'
import type { Mutual } from '#features/activity/index.ts'
import { useShowHook } from '#features/credits/index.ts'
import { CostLine } from '../composer/cost-line.tsx'
import { messagesQuery } from '../messages/chat-queries.ts'
import { hasBegun } from '../messages/loaded-messages.ts'
import { useDraft } from '../outbox/drafts.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import styles from './match-dialog.module.css'

/** How many first words are offered: more would push the field off a small screen. */
const offered = 2

const Writing = ({
  memberId,
  memberName,
  onClose,
}: Pick<Mutual, 'memberId' | 'memberName'> & { onClose: () => void }) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { session } = useSession()
  const [draft, setDraft] = useDraft(memberId)
  // Whether they have written to each other before decides the price. Without messages the server answers that there are none.
  const { data, error, isPending } = useQuery({ ...messagesQuery(client, session, memberId), retry: false })
  const begun = data !== undefined && hasBegun(data)
  // Without an answer the price is not known: none is shown, rather than a wrong one.
  const isPriced = data !== undefined || (error instanceof ApiProblem && [400, 404].includes(error.status))
  // Contact details stay covered until the other member has written.
  const answered = data !== undefined && (data.earlier || data.messages.some(({ type }) => type === 'messaggio'))
  const showHook = useShowHook()
  const outbox = useOutbox(memberId, (_, message) => showHook('fine_crediti', message))
  const field = useRef<HTMLTextAreaElement>(null)
  const chosen = useRef('')
  const isTouch = useTouch()
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    const words = draft.trim()
    if (words === '') return field.current?.focus()
    setDraft('')
    outbox.send(words, { icebreaker: !begun, prefilled: words === chosen.current, memberName, replyTo: undefined })
    onClose()
    void navigate(`/chats/${memberId}`)
  }
  return (
    <form className={`${layout.stack} ${layout.g3} ${styles.form}`} onSubmit={send}>
      {!begun && (
        <Ideas
          memberId={memberId}
          most={offered}
          onChoose={(starter) => {
            chosen.current = starter
            setDraft(starter)
            field.current?.focus()
          }}
        />
      )}
      <TextArea
        ref={field}
        label={t`Write to ${memberName}`}
        rows={2}
        maxLength={maxMessageLength}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (isSendKey(event, isTouch) && !isPending) send(event)
        }}
      />
      <div className={styles.cost}>{isPriced && <CostLine icebreaker={!begun} text={draft} covers={!answered} />}</div>
      <Button type="submit" size="lg" block disabled={isPending}>
        <Icon of={SendHorizontal} size={20} />
        <Trans>Send</Trans>
      </Button>
    </form>
  )
}

/** Full-screen notice of a mutual like, in which the first message is written and sent. What is not sent stays as the draft. */
const MatchDialog = ({ mutual, onClose }: { mutual: Mutual; onClose: () => void }) => {
  const { session } = useSession()
  const { memberId, memberName } = mutual
  useEffect(() => shake('match'), [])
  return (
    <Dialog
      open
      onClose={onClose}
      width="full"
      title={
        <span className={styles.title}>
          <Trans>You and {memberName} like each other</Trans>
        </span>
      }
    >
      <div className={styles.moment}>
        <p className={styles.pair}>
          <span className={styles.mine}>
            <Avatar photo={ownPhoto(session)} name={session.memberName} size={128} />
          </span>
          <span className={styles.heart}>
            <Icon of={Heart} size={28} filled />
          </span>
          <span className={styles.theirs}>
            <Avatar photo={mutual.photo} name={memberName} size={128} />
          </span>
        </p>
        {mutual.sample && (
          <p className={styles.sample}>
            <Badge>
              <Trans>Sample</Trans>
            </Badge>
          </p>
        )}
        <Writing memberId={memberId} memberName={memberName} onClose={onClose} />
        <div className={`${layout.stack} ${layout.g3} ${styles.form}`}>
          <ButtonLink href={`/user/${memberId}`} variant="ghost" size="lg" block onClick={onClose}>
            <Trans>View the profile</Trans>
          </ButtonLink>
          <Button variant="ghost" size="lg" block onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

export default MatchDialog
