import type { Sides } from '@incontro/contract/gender-sides'
import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { SegmentedControl } from '#components/forms/segmented-control.tsx'
import styles from '../cards/profile.module.css'
import type { Gender } from './my-gender.tsx'

const MyGender = lazy(() => import('./my-gender.tsx'))

/**
 * A member's gender, and in whose searches they are. Opening the rest changes nothing yet: changes of the second are
 * counted (rule 13.9).
 */
export const GenderField = ({ error, ...gender }: Gender & { readonly error: ReactNode }) => {
  const { t } = useLingui()
  const [isOpened, setOpened] = useState(false)
  const { listed, genderWord, onChange } = gender
  const isMore = isOpened || genderWord !== null || listed === 'both'
  return (
    <div className={styles.section}>
      <SegmentedControl
        label={t`I’m`}
        name="sono"
        options={[
          { value: 'donna', label: t`Woman` },
          { value: 'uomo', label: t`Man` },
          { value: 'more', label: t`More choices` },
        ]}
        value={isMore ? 'more' : listed}
        error={error}
        onChange={(value) => {
          setOpened(value === 'more')
          if (value !== 'more') onChange({ listed: value as Sides, genderWord: null })
        }}
      />
      {isMore && (
        <Suspense>
          <MyGender {...gender} />
        </Suspense>
      )}
    </div>
  )
}
