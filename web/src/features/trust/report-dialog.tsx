import type { ProfilePart } from '@incontro/contract'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, Flag } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api, type CallOf } from '#app/api/api.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Checkbox } from '#components/forms/checkbox.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { useAttempt } from '#app/api/use-attempt.ts'
import styles from './report-dialog.module.css'
import { ReportedPhoto } from './reported-photo.tsx'
import { useReportableMessages } from './reportable-messages.ts'
import type { ConcernedMember, ReportableMessage, ReportedContent } from './concerned-member.ts'

type Reason = CallOf<'POST /api/report'>['body']['reason']

const reasons = [
  ['fake', msg`Isn’t the person they say they are`],
  ['scam', msg`Asks for money or sells something`],
  ['harassment', msg`Insulting or threatening`],
  ['minor', msg`Seems under age`],
  ['photo', msg`The photo isn’t appropriate`],
  ['spam', msg`Sends messages in bulk`],
  ['other', msg`Something else`],
] as const satisfies readonly (readonly [Reason, unknown])[]

/** At most one of them: a report names one thing that can be removed. */
const parts = [
  ['name', msg`It’s about the name`],
  ['profile', msg`It’s about the texts of the profile`],
] as const satisfies readonly (readonly [ProfilePart, unknown])[]

/** How many of the newest messages can be chosen; a report contains no more than it needs. */
const mostOffered = 10

/** How a report ends, and who helps: in another tab, as what was written here is not kept. */
const SafetyLink = () => (
  <a className={text.link} href="/safety" target="_blank" rel="noopener">
    <Trans>What happens next, and who can help you</Trans>
  </a>
)

/** What a moderator can remove: the photo, the name or texts, or the one message; null for the member as such. */
const contentOf = ({
  photo,
  part,
  messageIds,
}: {
  readonly photo: string | null
  readonly part: ProfilePart | null
  readonly messageIds: readonly string[]
}): ReportedContent | null => {
  if (photo !== null) return { kind: 'photo', id: photo }
  if (part !== null) return { kind: part }
  const [only, ...others] = messageIds
  return only !== undefined && others.length === 0 ? { kind: 'message', id: only } : null
}

/** One question, then a confirmation. */
const ReportDialog = ({
  member: { id, memberName },
  messages: given,
  onBlock,
  onClose,
}: {
  readonly member: ConcernedMember
  /** Their messages; left out, those of the conversation with them are fetched. */
  readonly messages?: readonly ReportableMessage[] | undefined
  /** Offers to block the reported member, too. */
  readonly onBlock?: () => void
  readonly onClose: () => void
}) => {
  const { t, i18n } = useLingui()
  const { busy, failure, attempt } = useAttempt()
  const messages = useReportableMessages(id, given)
  const [reason, setReason] = useState<Reason | null>(null)
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [photo, setPhoto] = useState<string | null>(null)
  const [part, setPart] = useState<ProfilePart | null>(null)
  const [asked, setAsked] = useState(false)
  const [sent, setSent] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!reason) return
    const detail = words.trim()
    const content = contentOf({
      photo: reason === 'photo' ? photo : null,
      part: reason === 'photo' ? null : part,
      messageIds: chosen,
    })
    void attempt(async () => {
      await api('POST /api/report', {
        body: {
          memberId: id,
          reason,
          ...(detail && { text: detail }),
          ...(content && { content }),
          ...(chosen.length > 0 && { messageIds: [...chosen] }),
        },
      })
      setSent(true)
    })
  }
  if (sent) {
    return (
      <Dialog
        open
        onClose={onClose}
        icon={CircleCheck}
        title={<Trans>Thank you, we’ll look into it</Trans>}
        intro={
          <Trans>
            A person reads your report and we’ll write to tell you the outcome. {memberName} won’t know it came from
            you.
          </Trans>
        }
      >
        <p className={text.sm}>
          <a className={text.link} href="/cases">
            <Trans>Your reports and their outcome</Trans>
          </a>
        </p>
        <p className={text.sm}>
          <SafetyLink />
        </p>
        <DialogActions>
          {onBlock && (
            <Button variant="sec" onClick={onBlock}>
              <Trans>Block {memberName}</Trans>
            </Button>
          )}
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={onClose} icon={Flag} title={<Trans>What’s wrong?</Trans>}>
      <form className={layout.form} onSubmit={submit} noValidate>
        {failure && (
          <Note tone="bad" role="alert">
            {i18n._(failure)}
          </Note>
        )}
        <fieldset className={styles.reasons} aria-describedby={asked && !reason ? 'reason-error' : undefined}>
          <legend className={text.hidden}>
            <Trans>Reason for the report</Trans>
          </legend>
          {reasons.map(([value, label]) => (
            <label key={value} className={styles.reason}>
              <input
                type="radio"
                name="reason"
                value={value}
                checked={reason === value}
                onChange={() => setReason(value)}
              />
              {i18n._(label)}
            </label>
          ))}
          {asked && !reason && (
            <FieldMessage id="reason-error">
              <Trans>Choose a reason.</Trans>
            </FieldMessage>
          )}
        </fieldset>
        {reason === 'photo' && <ReportedPhoto memberId={id} chosen={photo} onChoose={setPhoto} />}
        {reason !== null && reason !== 'photo' && (
          <div className={styles.reasons}>
            {parts.map(([value, label]) => (
              <Checkbox
                key={value}
                checked={part === value}
                onChange={(event) => setPart(event.target.checked ? value : null)}
              >
                {i18n._(label)}
              </Checkbox>
            ))}
          </div>
        )}
        {messages.length > 0 && (
          <fieldset className={styles.reasons}>
            <legend className={`${text.sm} ${text.muted}`}>
              <Trans>Which messages may the moderator read? They see no others.</Trans>
            </legend>
            {messages.slice(-mostOffered).map((message) => (
              <Checkbox
                key={message.id}
                checked={chosen.includes(message.id)}
                onChange={(event) =>
                  setChosen((now) =>
                    event.target.checked ? [...now, message.id] : now.filter((one) => one !== message.id),
                  )
                }
              >
                {message.media === null ? (
                  <span className={styles.message}>{message.msg}</span>
                ) : message.media.kind === 'photo' ? (
                  <Trans>Photo</Trans>
                ) : (
                  <Trans>Voice message</Trans>
                )}
              </Checkbox>
            ))}
          </fieldset>
        )}
        <TextArea
          label={t`Would you like to add something?`}
          optional={t`(optional)`}
          maxLength={2000}
          rows={3}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <p className={text.sm}>
          <SafetyLink />
        </p>
        <DialogActions>
          <Button variant="sec" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={busy && <Trans>Sending…</Trans>}>
            <Trans>Report</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export default ReportDialog
