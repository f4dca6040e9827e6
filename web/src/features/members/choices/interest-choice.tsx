import { type InterestId, profileLimits } from '@incontro/contract/profile-choices'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChipButton } from '#components/marks/labels.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import { TextsMissing, useChoiceTexts } from '#features/choices/index.ts'
import styles from '../cards/profile.module.css'
import { useOwnChoices } from './own-choices.ts'
import { Refused } from './refused.tsx'

const most = profileLimits.interests

/** All interests; a press selects or deselects one. */
export const InterestChoice = () => {
  const { t } = useLingui()
  const texts = useChoiceTexts()
  const { choices, save, failure } = useOwnChoices()
  if (!choices) return null
  if (!texts) return <TextsMissing />
  const chosen = choices.interests
  const full = chosen.length >= most
  const toggle = (id: InterestId) => {
    if (chosen.includes(id)) void save({ interests: chosen.filter((one) => one !== id) })
    else if (!full) void save({ interests: [...chosen, id] })
  }
  return (
    <>
      <p className={styles.small} role="status">
        {full ? (
          <Trans>You’ve chosen {most}: to change one, take it off first.</Trans>
        ) : (
          <Trans>
            {chosen.length} of {most} chosen. The ones you have in common are shown first.
          </Trans>
        )}
      </p>
      <Refused failure={failure} />
      <div className={classNames(layout.row, layout.wrap, layout.g2)} role="group" aria-label={t`Interests`}>
        {texts.interests.map(({ id, text }) => (
          <ChipButton
            key={id}
            aria-pressed={chosen.includes(id)}
            aria-disabled={(full && !chosen.includes(id)) || undefined}
            onClick={() => toggle(id)}
          >
            {text}
          </ChipButton>
        ))}
      </div>
    </>
  )
}
