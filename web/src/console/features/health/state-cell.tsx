import { useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Badge, type Tone } from '#components/marks/labels.tsx'
import styles from './health.module.css'

/** A state in one word, and below it what to do. */
export const StateCell = ({
  word,
  tone,
  advice,
}: {
  readonly word: MessageDescriptor
  readonly tone: Tone
  readonly advice?: MessageDescriptor | undefined
}) => {
  const { i18n } = useLingui()
  return (
    <span className={styles.state}>
      <Badge tone={tone}>{i18n._(word)}</Badge>
      {advice && <span>{i18n._(advice)}</span>}
    </span>
  )
}
