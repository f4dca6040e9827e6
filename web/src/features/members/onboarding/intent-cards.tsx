import type { IntentId } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import { Compass, Heart, Leaf, type LucideIcon, Sparkles, Users } from 'lucide-react'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import { TextsMissing, useChoiceTexts } from '#features/choices/index.ts'
import { useOwnChoices } from '../choices/own-choices.ts'
import { Refused } from '../choices/refused.tsx'
import styles from './intent-cards.module.css'

const icons: Readonly<Record<IntentId, LucideIcon>> = {
  relationship: Heart,
  slowly: Leaf,
  light: Sparkles,
  friendship: Users,
  open: Compass,
}

/** What the member hopes to find, as cards: radio buttons, so that arrow keys choose too. A choice is saved at once. */
export const IntentCards = () => {
  const texts = useChoiceTexts()
  const { choices, save, failure } = useOwnChoices()
  if (!choices) return null
  if (!texts) return <TextsMissing />
  return (
    <>
      <Refused failure={failure} />
      <fieldset className={styles.cards}>
        <legend className={text.hidden}>
          <Trans>I hope to find</Trans>
        </legend>
        {texts.intents.map(({ id, text: words }) => (
          <label key={id} className={styles.card}>
            <span className={styles.icon}>
              <Icon of={icons[id]} />
            </span>
            {words}
            <input
              type="radio"
              name="intent"
              checked={choices.intent === id}
              onChange={() => void save({ intent: id })}
            />
          </label>
        ))}
        <label className={styles.none}>
          <Trans>I’d rather not say</Trans>
          <input
            type="radio"
            name="intent"
            checked={choices.intent === null}
            onChange={() => void save({ intent: null })}
          />
        </label>
      </fieldset>
    </>
  )
}
