import type { AnsweredPrompt, PromptId } from '@incontro/contract'
import { profileLimits } from '@incontro/contract/profile-choices'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { usePending } from '#app/api/use-pending.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import layout from '#styles/layout.module.css'
import type { ChoiceTexts } from '#features/choices/index.ts'
import CoveredInProfile from '../cards/covered-in-profile.tsx'
import { PromptList } from './prompt-list.tsx'

/** Chooses a prompt and edits its answer. */
const PromptDialog = ({
  texts,
  prompts,
  edited,
  save,
  onClose,
}: {
  readonly texts: ChoiceTexts
  readonly prompts: readonly AnsweredPrompt[]
  /** The answer being edited; null for a new one. */
  readonly edited: AnsweredPrompt | null
  readonly save: (prompts: AnsweredPrompt[]) => Promise<boolean>
  readonly onClose: () => void
}) => {
  const { t } = useLingui()
  const open = texts.prompts.filter(({ id }) => id === edited?.id || !prompts.some((one) => one.id === id))
  /** Null while it is being chosen. */
  const [id, setId] = useState<PromptId | null>(edited?.id ?? null)
  const field = useRef<HTMLTextAreaElement>(null)
  // The button that was pressed is gone.
  useEffect(() => {
    if (id !== null) field.current?.focus()
  }, [id])
  const [answer, setAnswer] = useState(edited?.answer ?? '')
  const [empty, setEmpty] = useState(false)
  const [busy, run] = usePending()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const words = answer.replace(/\s+/g, ' ').trim()
    if (words === '' || id === null) return setEmpty(true)
    const next = { id, answer: words }
    const all = edited ? prompts.map((one) => (one === edited ? next : one)) : [...prompts, next]
    const saved = await run(() => save(all))
    if (saved) onClose()
  }
  const chosen = open.find((one) => one.id === id)
  if (!chosen)
    return (
      <Dialog
        open
        onClose={onClose}
        title={<Trans>Choose a sentence to complete</Trans>}
        intro={<Trans>People can reply to exactly this: it’s the easiest way to start.</Trans>}
      >
        <PromptList prompts={open} onChoose={setId} />
      </Dialog>
    )
  const { example } = chosen
  return (
    <Dialog
      open
      onClose={onClose}
      title={edited ? <Trans>Change the answer</Trans> : <Trans>An answer on your profile</Trans>}
      intro={<Trans>People can reply to exactly this: it’s the easiest way to start.</Trans>}
    >
      <form className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
        <div className={layout.noted}>
          <TextArea
            ref={field}
            label={chosen.text}
            hint={t`For example: ${example}`}
            rows={3}
            maxLength={profileLimits.answer}
            value={answer}
            error={empty && answer.trim() === '' && <Trans>Write a few words.</Trans>}
            onChange={(event) => setAnswer(event.target.value)}
          />
          <CoveredInProfile text={answer} />
        </div>
        {open.length > 1 && (
          <Button variant="ghost" size="sm" onClick={() => setId(null)}>
            <Trans>Choose another sentence</Trans>
          </Button>
        )}
        <DialogActions>
          <Button variant="sec" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={busy && <Trans>Saving…</Trans>}>
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export default PromptDialog
