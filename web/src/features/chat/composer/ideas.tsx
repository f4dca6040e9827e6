import { useLingui } from '@lingui/react/macro'
import { Lightbulb } from 'lucide-react'
import { Icon } from '../../../components/marks/icon.tsx'
import { ChipButton } from '../../../components/marks/labels.tsx'
import styles from './composer.module.css'
import { icebreakers } from './icebreakers.ts'

/** First words to choose from. */
const Ideas = ({ onChoose }: { readonly onChoose: (idea: string) => void }) => {
  const { t, i18n } = useLingui()
  return (
    <div className={styles.ideas} role="group" aria-label={t`Spunti`}>
      {icebreakers.map((idea, index) => (
        <ChipButton key={idea.id} onClick={() => onChoose(i18n._(idea))}>
          {index === 0 && <Icon of={Lightbulb} size={18} />}
          {i18n._(idea)}
        </ChipButton>
      ))}
    </div>
  )
}

export default Ideas
