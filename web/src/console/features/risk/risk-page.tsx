import { Trans, useLingui } from '@lingui/react/macro'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { EmptyState, ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Card } from '#components/layout/card.tsx'
import { api } from '#console/base/api.ts'
import { brandsWith, useBrands, useMe } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { Page } from '#console/parts/page.tsx'
import { RuleCard, type RuleAction } from './rule-card.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import parts from '#console/parts/parts.module.css'
import styles from './risk.module.css'
import { SamplesDialog } from './samples-dialog.tsx'
import { type Rule, useRules } from './use-rules.ts'

/** Rules that queue or slow: drafts, what they would have done, and those at work. */
const RiskPage = () => {
  const { t } = useLingui()
  const { keys, titleOf } = useBrands('writeRules')
  const me = useMe()
  const { rules, error, again } = useRules(keys)
  const [chosen, setChosen] = useState<{ readonly action: RuleAction; readonly rule: Rule } | 'new' | null>(null)
  useShortcut('n', t`New rule`, () => setChosen('new'), chosen === null)
  const close = () => setChosen(null)
  const step = chosen !== null && chosen !== 'new' ? chosen : null
  return (
    <Page
      title={t`Rules`}
      actions={
        <Button size="sm" onClick={() => setChosen('new')}>
          <Trans>New rule</Trans>
        </Button>
      }
    >
      <p className={styles.intro}>
        <Trans>
          A rule brings members before the moderators, or limits for a day how many conversations they begin. It never
          removes, hides or suspends: people decide. Before it works, it is simulated over the last 30 days.
        </Trans>
      </p>
      {error ? (
        <Card>
          <ErrorState onRetry={again} />
        </Card>
      ) : rules === undefined ? (
        <Skeleton shape="block" className={styles.loading} />
      ) : rules.length === 0 ? (
        <Card>
          <EmptyState icon={Scale} title={<Trans>No rules yet</Trans>} />
        </Card>
      ) : (
        <div className={parts.columns}>
          {rules.map((rule) => (
            <RuleCard
              key={`${rule.brand} ${rule.id}`}
              rule={rule}
              brandTitle={keys.length > 1 ? titleOf(rule.brand) : null}
              mayRun={brandsWith(me, 'runRules').includes(rule.brand)}
              onAction={(action) => setChosen({ action, rule })}
            />
          ))}
        </div>
      )}
      {(chosen === 'new' || step?.action === 'edit') && (
        <RuleDialog rule={step?.rule ?? null} brands={keys} titleOf={titleOf} onClose={close} onDone={again} />
      )}
      {step?.action === 'samples' && <SamplesDialog rule={step.rule} onClose={close} />}
      {step?.action === 'live' && (
        <ActionDialog
          title={t`Set to work`}
          intro={
            <Trans>
              From now on it looks at what members do, each minute. Exactly the version that was simulated is set to
              work.
            </Trans>
          }
          action={t`Set to work`}
          onClose={close}
          onDone={again}
          run={(reason) =>
            api('POST /admin/api/:brand/risk/rules/:rule/live', {
              params: { brand: step.rule.brand, rule: step.rule.id },
              body: { version: step.rule.version, reason },
            })
          }
        />
      )}
      {step?.action === 'off' && (
        <ActionDialog
          title={t`Stop the rule`}
          intro={<Trans>Limits that it has set end at once. Cases that it has opened stay in the queue.</Trans>}
          action={t`Stop the rule`}
          isDangerous
          onClose={close}
          onDone={again}
          run={(reason) =>
            api('POST /admin/api/:brand/risk/rules/:rule/off', {
              params: { brand: step.rule.brand, rule: step.rule.id },
              body: { reason },
            })
          }
        />
      )}
    </Page>
  )
}

export default RiskPage
