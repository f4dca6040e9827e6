import { maxMessageLength } from '@incontro/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check, SendHorizontal, Smile } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { fitText } from '#components/forms/fit-text.ts'
import { isSendKey } from '#components/forms/send-key.ts'
import { useTouch } from '#components/forms/use-touch.ts'
import { lazyDialog } from '#components/dialogs/lazy-dialog.ts'
import type { Task } from './composer-task.tsx'
import { Closed } from './closed.tsx'
import styles from './composer.module.css'
import { CostLine } from './cost-line.tsx'
import { Ideas } from './ideas.tsx'
import { useDraft, useDraftRest } from '../outbox/drafts.ts'
import type { OtherMember } from '../messages/use-other-member.ts'
import { useSendTyping } from '../messages/use-typing.ts'
import type { ChosenMedia } from './use-media-choice.ts'

const MediaButtons = lazyDialog(() => import('./media-buttons.tsx'))
const ComposerTask = lazyDialog(() => import('./composer-task.tsx'))
const CutNote = lazy(async () => ({ default: (await import('#components/forms/cut-note.tsx')).CutNote }))
const EmojiPicker = lazyDialog(() => import('./emoji-picker.tsx'))

/** Fits the field's height to its text; the style sheet limits it to six lines. */
const useGrowing = (text: string) => {
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const field = area.current
    if (!field) return
    field.style.height = ''
    field.style.height = `${field.scrollHeight}px`
  }, [text])
  return area
}

/** The field for writing a message, with the cost below it. The draft is kept until it is sent. */
export const Composer = ({
  memberId,
  otherMember,
  empty,
  ideas,
  onSend,
  task,
  onTaskEnd,
  takesMedia,
  covers,
  onMedia,
}: {
  readonly memberId: string
  readonly otherMember: OtherMember | null
  /** Nothing was written yet: the first message is an icebreaker. */
  readonly empty: boolean
  readonly ideas: boolean
  /** `prefilled`: the text is one of the ideas, as it was offered. */
  readonly onSend: (text: string, prefilled: boolean) => void
  readonly task: Task | null
  readonly onTaskEnd: () => void
  /** Whether both members have written. */
  readonly takesMedia: boolean
  /** Whether contact details are covered, because the other member has not written. */
  readonly covers: boolean
  readonly onMedia: (chosen: ChosenMedia) => void
}) => {
  const { t } = useLingui()
  const [draft, setDraft] = useDraft(memberId)
  const edited = task?.kind === 'edit' ? task : null
  // While a message is edited, the field shows its text and the draft is kept.
  const [editing, setEditing] = useState('')
  const text = edited ? editing : draft
  const setText = edited ? setEditing : setDraft
  const [rest, setRest] = useDraftRest(memberId)
  const isTouch = useTouch()
  const take = (next: string) => {
    const fitted = fitText(text, next, maxMessageLength)
    setText(fitted.kept)
    if (fitted.rest !== '') setRest(fitted.rest + rest)
  }
  const area = useGrowing(text)
  const sendTyping = useSendTyping(memberId)
  const idea = useRef('')
  const [picking, setPicking] = useState(false)
  const insert = (sign: string) => {
    const field = area.current
    const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length]
    if (text.length - (to - from) + sign.length > maxMessageLength) return
    setText(text.slice(0, from) + sign + text.slice(to))
    // The next one goes behind it.
    requestAnimationFrame(() => field?.setSelectionRange(from + sign.length, from + sign.length))
  }
  const closePicker = () => {
    setPicking(false)
    area.current?.focus()
  }
  useEffect(() => {
    if (!task) return
    if (task.kind === 'edit') setEditing(task.message.msg)
    area.current?.focus()
  }, [task, area])
  // The member pressed "send" before the other member was loaded: send once they are.
  const [isDue, setDue] = useState(false)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    // One that came back unsent may be in front of another one.
    const { kept: words, rest: more } = fitText('', text.trim(), maxMessageLength)
    setDue(words !== '' && !otherMember)
    if (words === '' || !otherMember) return
    area.current?.focus()
    if (edited) {
      void edited.save(words).then((isChanged) => isChanged && onTaskEnd())
      return
    }
    // What was too much for this message is the next one.
    const next = fitText('', more + rest, maxMessageLength)
    setDraft(next.kept)
    setRest(next.rest)
    onSend(words, words === idea.current)
  }
  useEffect(() => {
    if (isDue && otherMember?.writable) submit()
  })
  if (otherMember && !otherMember.writable) return <Closed otherMember={otherMember} />
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && task) onTaskEnd()
    if (!isSendKey(event, isTouch)) return
    event.preventDefault()
    submit()
  }
  return (
    <footer className={styles.composer}>
      {ideas && otherMember && !task && (
        <Ideas
          memberId={memberId}
          onChoose={(chosen) => {
            idea.current = chosen
            setDraft(chosen)
            area.current?.focus()
          }}
        />
      )}
      <Suspense fallback={null}>
        {task && <ComposerTask task={task} name={otherMember?.memberName ?? ''} onCancel={onTaskEnd} />}
      </Suspense>
      <Suspense fallback={null}>{picking && <EmojiPicker onPick={insert} onClose={closePicker} />}</Suspense>
      <Suspense fallback={null}>
        {rest !== '' && (
          <div className={styles.cut}>
            <CutNote most={maxMessageLength} rest={rest} onDismiss={() => setRest('')}>
              <Trans>Once this is sent, you’ll find it in the field.</Trans>
            </CutNote>
          </div>
        )}
      </Suspense>
      <form className={styles.writing} onSubmit={submit}>
        <span className={styles.frame}>
          <textarea
            ref={area}
            data-kept={edited ? undefined : ''}
            rows={1}
            value={text}
            aria-label={t`Write a message`}
            placeholder={t`Write a message`}
            aria-describedby="cost"
            enterKeyHint={isTouch ? 'enter' : 'send'}
            onKeyDown={keys}
            onChange={(event) => {
              take(event.target.value)
              if (event.target.value !== '' && !edited) sendTyping()
            }}
          />
          <Suspense fallback={<span className={styles.mediaRoom} />}>
            {!edited && text === '' && <MediaButtons isAllowed={takesMedia} onChoose={onMedia} />}
          </Suspense>
          <IconButton
            icon={Smile}
            label={t`Emoji`}
            aria-expanded={picking}
            className={styles.emoji}
            onClick={() => (picking ? closePicker() : setPicking(true))}
          />
        </span>
        <IconButton
          type="submit"
          icon={edited ? Check : SendHorizontal}
          variant="solid"
          label={edited ? t`Save change` : t`Send`}
          className={styles.send}
          aria-disabled={text.trim() === '' || undefined}
        />
      </form>
      <CostLine icebreaker={empty} text={text} covers={covers} editing={edited !== null} />
    </footer>
  )
}
