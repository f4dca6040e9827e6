import { Trans } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import { classNames } from '#styles/class-names.ts'
import { Icon } from '../marks/icon.tsx'
import { SampleTag } from '../marks/labels.tsx'
import { samplesOf } from './sample-people.ts'
import styles from './hero-stage.module.css'

/** Three illustrated portraits, labelled as illustrations. A picture without controls. */
export const HeroStage = ({ country, compact = false }: { country: string; compact?: boolean }) => {
  const [left, right, front] = samplesOf(country, compact)
  return (
    <div className={classNames(styles.frame, compact && styles.compact)}>
      <div className={styles.stage} aria-hidden inert>
        {[
          { member: left, at: styles.left },
          { member: right, at: styles.right },
          { member: front, at: styles.front },
        ].map(({ member, at }) => (
          <div key={member.id} className={classNames(styles.member, at)}>
            {/* Low priority so that the text loads first; a phone that hides the picture does not load it. */}
            <img
              src={member.photo ?? ''}
              alt=""
              width={320}
              height={400}
              loading="lazy"
              fetchPriority="low"
              decoding="async"
            />
            <span className={styles.tag}>
              <SampleTag />
            </span>
            {member === front && (
              <div className={styles.words}>
                <p className={styles.name}>
                  {member.memberName}, {member.age} <Icon of={BadgeCheck} />
                </p>
                <p className={styles.meta}>
                  <span className={styles.dot} />
                  {member.city}
                </p>
              </div>
            )}
          </div>
        ))}
        {!compact && (
          <p className={classNames(styles.float, styles.own)}>
            <Trans>Coffee on Sunday?</Trans>
          </p>
        )}
        {!compact && (
          <p className={classNames(styles.float, styles.other)}>
            <Trans>Love to. Eleven?</Trans>
          </p>
        )}
      </div>
      <p className={styles.caption}>
        <Trans>The portraits are sample illustrations, not members.</Trans>
      </p>
    </div>
  )
}
