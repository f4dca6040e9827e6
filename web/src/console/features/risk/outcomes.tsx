import type { RiskOutcomes } from '@incontro/contract/admin'
import { Trans } from '@lingui/react/macro'
import styles from './risk.module.css'

/** Fewer that a person has looked at say nothing about the others. */
const least = 5

/** What people decided about whom a rule met, and how often it was right, in words. */
export const Outcomes = ({ of: { members, actedOn, dismissed } }: { readonly of: RiskOutcomes }) => {
  const unseen = members - actedOn - dismissed
  const seen = actedOn + dismissed
  const share = seen === 0 ? 0 : Math.round((100 * actedOn) / seen)
  if (members === 0) return null
  return (
    <>
      <dl className={styles.counts}>
        <div>
          <dt>
            <Trans>Acted on by a person</Trans>
          </dt>
          <dd>{actedOn}</dd>
        </div>
        <div>
          <dt>
            <Trans>Dismissed by a person</Trans>
          </dt>
          <dd>{dismissed}</dd>
        </div>
        <div>
          <dt>
            <Trans>Looked at by no one</Trans>
          </dt>
          <dd>{unseen}</dd>
        </div>
      </dl>
      <p className={styles.verdict}>
        {seen < least ? (
          <Trans>Too few were looked at to say how often the rule is right.</Trans>
        ) : share >= 80 ? (
          <Trans>Of those that a person looked at, {share} in 100 were right: it is rarely wrong.</Trans>
        ) : share >= 50 ? (
          <Trans>Of those that a person looked at, {share} in 100 were right: more often than not.</Trans>
        ) : (
          <Trans>Of those that a person looked at, {share} in 100 were right: it is mostly wrong.</Trans>
        )}
      </p>
    </>
  )
}
