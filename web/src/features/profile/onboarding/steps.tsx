import { longestName } from '@incontro/contract/limits'
import type { OnboardingStep } from '@incontro/contract/profile-choices'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { TextArea, TextField } from '#components/forms/text-field.tsx'
import { AlbumCard } from '#features/photos/index.ts'
import { IntentField } from '../choices/intent-field.tsx'
import { InterestChoice } from '../choices/interest-choice.tsx'
import { Prompts } from '../choices/prompts.tsx'
import styles from './start.module.css'

export const stepTitles: Record<OnboardingStep, MessageDescriptor> = {
  name: msg`Come ti chiami?`,
  photo: msg`Una foto in cui ti riconosci`,
  intent: msg`Che cosa speri di trovare?`,
  prompt: msg`Dai uno spunto a chi ti legge`,
  interests: msg`Che cosa ti piace?`,
}

/** The fields of a step. Photos, answers and interests are saved when they are chosen. */
export const OneStep = ({
  step,
  name,
  onName,
  empty,
  lookingFor,
  onLookingFor,
}: {
  readonly step: OnboardingStep
  readonly name: string
  readonly onName: (name: string) => void
  readonly empty: boolean
  readonly lookingFor: string
  readonly onLookingFor: (text: string) => void
}) => {
  const { t } = useLingui()
  if (step === 'photo') return <AlbumCard />
  if (step === 'interests') return <InterestChoice />
  if (step === 'prompt')
    return (
      <>
        <p className={styles.why}>
          <Trans>Chi ti legge può rispondere proprio a questo: è il modo più facile di cominciare.</Trans>
        </p>
        <Prompts />
      </>
    )
  if (step === 'intent')
    return (
      <>
        <IntentField />
        <TextArea
          label={t`Che cosa cerchi`}
          optional={t`(facoltativo)`}
          maxLength={2000}
          rows={3}
          value={lookingFor}
          onChange={(event) => onLookingFor(event.target.value)}
        />
      </>
    )
  return (
    <TextField
      label={t`Nome sul profilo`}
      hint={t`È il nome con cui ti vedono gli altri.`}
      autoComplete="given-name"
      maxLength={longestName}
      value={name}
      error={empty && name.trim() === '' && <Trans>Scrivi il nome con cui ti vedono gli altri.</Trans>}
      onChange={(event) => onName(event.target.value)}
    />
  )
}
