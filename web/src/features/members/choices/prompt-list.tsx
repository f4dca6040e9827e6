import type { PromptId } from '@incontro/contract'
import { useLingui } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import type { ChoiceTexts } from '#features/choices/index.ts'
import { groupOfPrompt, promptGroups } from './prompt-groups.ts'
import styles from './prompts.module.css'

/** The prompts to choose from, in groups, each with what a member might answer. */
export const PromptList = ({
  prompts,
  onChoose,
}: {
  readonly prompts: ChoiceTexts['prompts']
  readonly onChoose: (id: PromptId) => void
}) => {
  const { i18n } = useLingui()
  return (
    <div className={styles.groups}>
      {promptGroups.map(({ id: group, title }) => {
        const those = prompts.filter(({ id }) => groupOfPrompt[id] === group)
        if (those.length === 0) return null
        return (
          <section key={group} aria-label={i18n._(title)}>
            <h3 className={text.h3}>{i18n._(title)}</h3>
            <ul className={styles.list}>
              {those.map(({ id, text: words, example }) => (
                <li key={id} className={styles.choice}>
                  <button type="button" className={styles.choose} onClick={() => onChoose(id)}>
                    <span className={styles.words}>
                      <b>{words}</b>
                      <span className={styles.example}>{example}</span>
                    </span>
                    <Icon of={ChevronRight} size={18} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
