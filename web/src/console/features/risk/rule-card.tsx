import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#components/buttons/button.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { Card } from '#components/layout/card.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { problemText } from '#console/base/problem-text.ts'
import { Moment } from '#console/parts/time.tsx'
import { RowKeys } from '#console/parts/use-row-keys.tsx'
import { Outcomes } from './outcomes.tsx'
import styles from './risk.module.css'
import { stateNames, stateTones } from './rule-states.ts'
import { conditionText, ruleName } from '#console/parts/risk-texts.ts'
import type { Rule } from './use-rules.ts'

export type RuleAction = 'edit' | 'live' | 'off' | 'samples'

/** A rule: what it does and when, what it would have done, and the next step. */
export const RuleCard = ({
  rule,
  brandTitle,
  mayRun,
  onAction,
}: {
  readonly rule: Rule
  readonly brandTitle: string | null
  /** Whether the person may set rules to work. */
  readonly mayRun: boolean
  readonly onAction: (action: RuleAction) => void
}) => {
  const { i18n } = useLingui()
  const queries = useQueryClient()
  const { brand, id, version, state, effect, perHour, simulation, liveVersion } = rule
  const simulate = useMutation({
    mutationFn: () =>
      api('POST /admin/api/:brand/risk/rules/:rule/simulate', { params: { brand, rule: id }, body: { version } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['risk rules', brand] }),
  })
  const isRunning = simulation?.state === 'running' || simulate.isPending
  const isReady = state === 'simulated' && simulation?.state === 'done'
  const isOwnSlow = effect === 'slow' && rule.isMine
  return (
    <Card as="article" data-row className={styles.rule} aria-labelledby={`rule-${brand}-${id}`}>
      <header className={styles.head}>
        <h2 id={`rule-${brand}-${id}`}>{ruleName(i18n, rule.name)}</h2>
        <span className={styles.badges}>
          <Badge tone={stateTones[state]}>{i18n._(stateNames[state])}</Badge>
          {liveVersion !== null && liveVersion !== version && (
            <Badge tone="ok">
              <Trans>Version {liveVersion} works</Trans>
            </Badge>
          )}
        </span>
      </header>
      <p className={styles.meta}>
        {brandTitle !== null && `${brandTitle} · `}
        <Trans>Version {version}</Trans> ·{' '}
        {rule.by === null ? (
          <Trans>comes with the program</Trans>
        ) : (
          <>
            {rule.by}, <Moment at={rule.at} />
          </>
        )}
      </p>
      <div className={styles.what}>
        <p>
          {effect === 'queue' ? (
            <Trans>Puts a case before the moderators when</Trans>
          ) : (
            <Trans>
              Puts a case before the moderators, and for a day the member begins at most{' '}
              <Plural value={perHour ?? 0} one="# conversation an hour" other="# conversations an hour" />, when
            </Trans>
          )}
        </p>
        <ul>
          {rule.conditions.map((one) => (
            <li key={`${one.signal} ${one.is}`}>{conditionText(i18n, one)}</li>
          ))}
        </ul>
      </div>
      {rule.live && (
        <section className={styles.result}>
          <h3>
            <Trans>At work, last 30 days</Trans>
          </h3>
          <p>
            <Plural
              value={rule.live.members}
              _0="It has met no member."
              one="It has met # member."
              other="It has met # members."
            />
          </p>
          <Outcomes of={rule.live} />
        </section>
      )}
      {simulation?.state === 'done' && simulation.outcomes && state !== 'live' && (
        <section className={styles.result}>
          <h3>
            <Trans>Simulated over 30 days</Trans> · <Moment at={simulation.at} />
          </h3>
          <p>
            {effect === 'queue' ? (
              <Plural
                value={simulation.outcomes.members}
                _0="It would have queued no member."
                one="It would have queued # member."
                other="It would have queued # members."
              />
            ) : (
              <Plural
                value={simulation.outcomes.members}
                _0="It would have slowed no member."
                one="It would have slowed # member."
                other="It would have slowed # members."
              />
            )}{' '}
            {simulation.outcomes.members > 0 && (
              <Plural
                value={simulation.outcomes.cases}
                _0="There was no case about them."
                one="There was # case about them."
                other="There were # cases about them."
              />
            )}
          </p>
          <Outcomes of={simulation.outcomes} />
          <p className={styles.meta}>
            {simulation.isWhole ? (
              <Plural
                value={simulation.lookedAt}
                one="# account was looked at."
                other="All # accounts were looked at."
              />
            ) : (
              <Plural
                value={simulation.lookedAt}
                one="Time ran out after # account."
                other="Time ran out after the newest # accounts."
              />
            )}
          </p>
        </section>
      )}
      {simulation?.state === 'failed' && (
        <p className={styles.meta}>
          <Trans>The last simulation was interrupted. Start it again.</Trans>
        </p>
      )}
      {isReady && isOwnSlow && (
        <p className={styles.meta}>
          <Trans>You wrote it, and it slows members: another owner sets it to work.</Trans>
        </p>
      )}
      {isReady && !isOwnSlow && !mayRun && (
        <p className={styles.meta}>
          <Trans>An owner sets it to work.</Trans>
        </p>
      )}
      {simulate.error && <FieldMessage>{i18n._(problemText(simulate.error))}</FieldMessage>}
      <footer className={styles.tools}>
        <RowKeys />
        {isReady && mayRun && !isOwnSlow && (
          <Button size="sm" onClick={() => onAction('live')}>
            <Trans>Set to work</Trans>
          </Button>
        )}
        {(state === 'draft' || state === 'simulated') && (
          <Button
            size="sm"
            variant="sec"
            busy={isRunning && <Trans>Simulating…</Trans>}
            onClick={() => simulate.mutate()}
          >
            {state === 'draft' ? <Trans>Simulate</Trans> : <Trans>Simulate again</Trans>}
          </Button>
        )}
        {(simulation?.outcomes?.members ?? 0) > 0 && (
          <Button size="sm" variant="sec" onClick={() => onAction('samples')}>
            <Trans>Samples</Trans>
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => onAction('edit')}>
          <Trans>New version</Trans>
        </Button>
        {liveVersion !== null && (
          <Button size="sm" variant="ghost" onClick={() => onAction('off')}>
            <Trans>Stop</Trans>
          </Button>
        )}
      </footer>
    </Card>
  )
}
