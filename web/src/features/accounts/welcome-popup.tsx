import { longestName } from '@incontro/contract/limits'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronRight, Gift, type LucideIcon, PenLine, Sparkles, UserRound } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Icon } from '#components/marks/icon.tsx'
import layout from '#styles/layout.module.css'
import styles from './welcome-popup.module.css'

/** The first steps of the profile, each of which can be skipped. */
const firstSteps = '/start'

const Step = ({ icon, title, children }: { icon: LucideIcon; title: ReactNode; children: ReactNode }) => (
  <li>
    <button type="submit" name="to" value={firstSteps} className={styles.item}>
      <span className={styles.icon}>
        <Icon of={icon} />
      </span>
      <span className={styles.words}>
        <b>{title}</b>
        <span>{children}</span>
      </span>
      <Icon of={ChevronRight} size={18} />
    </button>
  </li>
)

/** Asks for a missing name, names the credited gift, and links to the steps that help to meet people. */
const WelcomePopup = ({ gift, onDone }: { gift: number; onDone: () => void }) => {
  const { t, i18n } = useLingui()
  const { session, update } = useSession()
  const navigate = useNavigate()
  const { busy, failure, attempt } = useAttempt()
  const [open, setOpen] = useState(true)
  const [asksName] = useState(session.nameMissing)
  const [name, setName] = useState('')
  const [empty, setEmpty] = useState(false)
  const close = () => {
    setOpen(false)
    onDone()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const username = name.trim()
    if (asksName && username === '') return setEmpty(true)
    const named =
      !asksName ||
      (await attempt(async () =>
        update(
          (await api('PUT /api/users/:trackerId', { params: { trackerId: session.clickid }, body: { username } })).user,
        ),
      ))
    if (!named) return
    close()
    if (submitter instanceof HTMLButtonElement && submitter.value === firstSteps) void navigate(firstSteps)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      dismissable={!asksName}
      icon={gift > 0 ? Gift : UserRound}
      title={
        asksName ? (
          <Trans>Great to have you here</Trans>
        ) : (
          <Trans>Hello {session.memberName}, it’s good to have you here</Trans>
        )
      }
      intro={
        gift > 0 ? (
          <Trans>
            <Plural value={gift} one="You have # free message" other="You have # free messages" />. To help people get
            to know you:
          </Trans>
        ) : undefined
      }
    >
      <form className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && (
          <Note tone="bad" role="alert">
            {i18n._(failure)}
          </Note>
        )}
        {asksName && (
          <TextField
            label={t`What’s your name?`}
            hint={t`It’s the name others see.`}
            autoComplete="given-name"
            maxLength={longestName}
            value={name}
            error={empty && name.trim() === '' && <Trans>Enter the name others see.</Trans>}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <ul className={styles.list}>
          <Step icon={PenLine} title={<Trans>Answer a prompt</Trans>}>
            <Trans>It takes 30 seconds</Trans>
          </Step>
          <Step icon={Sparkles} title={<Trans>Say what you’re looking for</Trans>}>
            <Trans>So people know what to talk to you about</Trans>
          </Step>
        </ul>
        <div className={`${layout.stack} ${layout.g2}`}>
          <Button type="submit" name="to" value={firstSteps} size="lg" block busy={busy && <Trans>Saving…</Trans>}>
            <Trans>Complete your profile</Trans>
          </Button>
          <Button type="submit" variant="sec" size="lg" block>
            <Trans>I’ll have a look first</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export default WelcomePopup
