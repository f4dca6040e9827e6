import type { AnsweredPrompt } from '@incontro/contract'
import { profileLimits } from '@incontro/contract/profile-choices'
import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { lazyDialog } from '#components/dialogs/lazy-dialog.ts'
import { useToast } from '#components/feedback/toast.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { TextsMissing, useChoiceTexts } from '#features/choices/index.ts'
import styles from './prompts.module.css'
import { useOwnChoices } from './own-choices.ts'
import { Refused } from './refused.tsx'

const PromptDialog = lazyDialog(() => import('./prompt-dialog.tsx'))

/** The answers on the member's profile: edit, remove, and add while there is space. */
export const Prompts = () => {
  const { t } = useLingui()
  const toast = useToast()
  const texts = useChoiceTexts()
  const { choices, save, failure } = useOwnChoices()
  const [edited, setEdited] = useState<AnsweredPrompt | 'new' | null>(null)
  if (!choices) return null
  if (!texts) return <TextsMissing />
  const { prompts } = choices
  const remove = async (gone: AnsweredPrompt) => {
    if (!(await save({ prompts: prompts.filter((one) => one !== gone) }))) return
    toast({
      text: <Trans>Answer removed from your profile.</Trans>,
      action: { label: <Trans>Cancel</Trans>, onAction: () => void save({ prompts }) },
    })
  }
  return (
    <>
      <Refused failure={failure} />
      {prompts.length > 0 && (
        <ul className={styles.list}>
          {prompts.map((one) => {
            const question = texts.prompt(one.id)
            return (
              <li key={one.id} className={styles.item}>
                <div className={styles.words}>
                  <p className={styles.question}>{question}</p>
                  <p className={styles.answer}>{one.answer}</p>
                </div>
                <IconButton icon={Pencil} label={t`Change: ${question}`} onClick={() => setEdited(one)} />
                <IconButton icon={Trash2} label={t`Remove: ${question}`} onClick={() => void remove(one)} />
              </li>
            )
          })}
        </ul>
      )}
      {prompts.length < profileLimits.prompts && (
        <Button
          variant={prompts.length === 0 ? 'soft' : 'sec'}
          onPointerEnter={() => void PromptDialog.preload()}
          onClick={() => setEdited('new')}
        >
          <Icon of={Plus} />
          {prompts.length === 0 ? <Trans>Choose a prompt</Trans> : <Trans>Add an answer</Trans>}
        </Button>
      )}
      <Suspense fallback={null}>
        {edited && (
          <PromptDialog
            texts={texts}
            prompts={prompts}
            edited={edited === 'new' ? null : edited}
            save={(next) => save({ prompts: next })}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </>
  )
}
