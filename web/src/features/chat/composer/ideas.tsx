import { useLingui } from '@lingui/react/macro'
import { Lightbulb } from 'lucide-react'
import { Icon } from '#components/marks/icon.tsx'
import { ChipButton } from '#components/marks/labels.tsx'
import styles from './composer.module.css'
import { useStarters } from './use-starters.ts'

/** First words to choose from. */
export const Ideas = ({
  memberId,
  most,
  onChoose,
}: {
  readonly memberId: string
  readonly most?: number
  readonly onChoose: (idea: string) => void
}) => {
  const { t } = useLingui()
  const ideas = useStarters(memberId)
  // Not before all are known: a row that grows would move under the finger.
  if (!ideas) return null
  return (
    <div className={styles.aroundIdeas}>
      <div className={styles.ideas} role="group" aria-label={t`Ideas`}>
        {ideas.slice(0, most).map((idea, index) => (
          <ChipButton key={idea} onClick={() => onChoose(idea)}>
            {index === 0 && <Icon of={Lightbulb} size={18} />}
            {idea}
          </ChipButton>
        ))}
      </div>
    </div>
  )
}
