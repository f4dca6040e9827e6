import { hairColors, heights, weights } from '@incontro/contract/profile-choices'
import { Trans, useLingui } from '@lingui/react/macro'
import { SelectField } from '#components/forms/select-field.tsx'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import { hairTexts, type HairColor } from '#features/choices/index.ts'
import styles from '../cards/profile.module.css'
import { Refused } from './refused.tsx'
import { useOwnChoices } from './own-choices.ts'
import { IntentField } from './intent-field.tsx'

const range = (least: number, most: number): number[] =>
  Array.from({ length: most - least + 1 }, (_, index) => least + index)
/** The usual values of adults; the API accepts a wider range. */
const shownHeights = range(Math.max(heights.least, 140), Math.min(heights.most, 220))
const shownWeights = range(Math.max(weights.least, 40), Math.min(weights.most, 160))

const numbers = (list: readonly number[], chosen: number | null): readonly number[] =>
  chosen === null || list.includes(chosen) ? list : [...list, chosen].sort((one, other) => one - other)

/** Optional height, weight and hair (rule 12.12), and what the member hopes to find. */
export const FactsCard = () => {
  const { t, i18n } = useLingui()
  const { choices, save, failure } = useOwnChoices()
  if (!choices) return null
  const { height, weight, hairColor } = choices
  const number = (value: string): number | null => (value === '' ? null : Number(value))
  return (
    <Card className={styles.section}>
      <h3 className={text.h3}>
        <Trans>In short</Trans>
      </h3>
      <Refused failure={failure} />
      <div className={styles.pair}>
        <IntentField />
        <SelectField
          label={t`Height`}
          value={height ?? ''}
          onChange={(event) => void save({ height: number(event.target.value) })}
        >
          <option value="">{t`I’d rather not say`}</option>
          {numbers(shownHeights, height).map((cm) => (
            <option key={cm} value={cm}>{t`${cm} cm`}</option>
          ))}
        </SelectField>
        <SelectField
          label={t`Hair`}
          value={hairColor ?? ''}
          onChange={(event) => void save({ hairColor: (event.target.value || null) as HairColor | null })}
        >
          <option value="">{t`I’d rather not say`}</option>
          {hairColors.map((color) => (
            <option key={color} value={color}>
              {i18n._(hairTexts[color])}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t`Weight`}
          value={weight ?? ''}
          onChange={(event) => void save({ weight: number(event.target.value) })}
        >
          <option value="">{t`I’d rather not say`}</option>
          {numbers(shownWeights, weight).map((kg) => (
            <option key={kg} value={kg}>{t`${kg} kg`}</option>
          ))}
        </SelectField>
      </div>
    </Card>
  )
}
