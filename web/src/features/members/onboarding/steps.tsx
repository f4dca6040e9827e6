import { longestName } from '@incontro/contract/limits'
import type { OnboardingStep } from '@incontro/contract/profile-choices'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { TextArea } from '#components/forms/text-area.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { AlbumCard } from '#features/photos/index.ts'
import { InterestChoice } from '../choices/interest-choice.tsx'
import { Prompts } from '../choices/prompts.tsx'
import { IntentCards } from './intent-cards.tsx'
import styles from './start.module.css'

export const stepTitles: Record<OnboardingStep, MessageDescriptor> = {
  name: msg`What’s your name?`,
  photo: msg`A photo that looks like you`,
  intent: msg`What are you hoping to find?`,
  prompt: msg`Give people something to reply to`,
  interests: msg`What are you into?`,
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
          <Trans>People can reply to exactly this: it’s the easiest way to start.</Trans>
        </p>
        <Prompts />
      </>
    )
  if (step === 'intent')
    return (
      <>
        <IntentCards />
        <TextArea
          label={t`What you’re looking for`}
          optional={t`(optional)`}
          maxLength={2000}
          rows={3}
          value={lookingFor}
          onChange={(event) => onLookingFor(event.target.value)}
        />
      </>
    )
  return (
    <TextField
      label={t`Name on the profile`}
      hint={t`It’s the name others see.`}
      autoComplete="given-name"
      maxLength={longestName}
      value={name}
      error={empty && name.trim() === '' && <Trans>Enter the name others see.</Trans>}
      onChange={(event) => onName(event.target.value)}
    />
  )
}
