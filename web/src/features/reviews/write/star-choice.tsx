import { Plural, Trans } from '@lingui/react/macro'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#styles/class-names.ts'
import { FieldMessage } from '#components/forms/field.tsx'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import styles from './reviews.module.css'

/** One to five stars: radio buttons styled as stars, so that arrow keys and forms without script work. */
export const StarChoice = ({
  name,
  id,
  defaultValue,
  error,
}: {
  name: string
  id: string
  defaultValue?: number | null
  error?: ReactNode
}) => (
  <fieldset
    className={styles.choice}
    role="radiogroup"
    aria-invalid={error ? true : undefined}
    aria-describedby={error ? `${id}-error` : undefined}
  >
    <legend className={styles.legend}>
      <Trans>How many stars?</Trans>
    </legend>
    <div className={classNames(styles.stars, Boolean(error) && styles.wrong)}>
      {[1, 2, 3, 4, 5].map((value) => (
        <label key={value} className={styles.star}>
          <input
            type="radio"
            name={name}
            value={value}
            id={value === 1 ? id : undefined}
            defaultChecked={defaultValue === value}
          />
          <Icon of={Star} size={28} />
          <span className={text.hidden}>
            <Plural value={value} one="# star" other="# stars" />
          </span>
        </label>
      ))}
    </div>
    {error && <FieldMessage id={`${id}-error`}>{error}</FieldMessage>}
  </fieldset>
)
