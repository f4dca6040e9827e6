import type { CaseDecision } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Checkbox } from '#components/forms/checkbox.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Card } from '#components/layout/card.tsx'
import { useFleetingForm } from '#console/base/unsaved.ts'
import { KeyButton } from '#console/parts/key-button.tsx'
import parts from '#console/parts/parts.module.css'
import {
  type ClauseKey,
  type MemberLocale,
  noStatement,
  type Statement,
  StatementFields,
  useFacts,
  useRefusalRules,
} from '#console/parts/statement-fields.tsx'
import { refusalName } from '#console/parts/refusal-names.ts'
import { type Verdict, verdictName, verdicts } from './queue-texts.ts'
import styles from './queue.module.css'
import type { Queued } from './use-queue.ts'

/** Verdicts that are carried out with the key alone; the others ask for what they need first. */
const immediate: ReadonlySet<Verdict> = new Set(['dismiss', 'gone', 'approve', 'in_order', 'not_in_order'])
const usualDays: Readonly<Partial<Record<Verdict, number>>> = { messaging_off: 7, suspend: 30 }

/** The rule that a reason of a report, or what was found in a text, usually means. */
const usualClause: Readonly<Record<string, ClauseKey>> = {
  fake: 'fake',
  scam: 'scam',
  harassment: 'harassment',
  minor: 'minors',
  photo: 'sexual',
  spam: 'advertising',
  text_scam: 'scam',
  text_contacts: 'contact_details',
}

/** The decisions of a case, each with its key, and beside them the rule and the saved answer. */
export const Decide = ({
  queued: { brand, case: one },
  onDecide,
}: {
  readonly queued: Queued
  readonly onDecide: (decision: CaseDecision) => void
}) => {
  const { i18n } = useLingui()
  const [chosen, setChosen] = useState<Verdict | null>(null)
  const [unfounded, setUnfounded] = useState(false)
  const reason = one.report?.reason ?? one.parts.find((part) => part in usualClause)
  // Only what is shown is decided about.
  const send = (decision: CaseDecision) =>
    onDecide({ ...decision, ...(one.changed && { version: one.changed.version }) })
  const choose = (verdict: Verdict) => {
    if (!immediate.has(verdict)) return setChosen(verdict)
    send({ verdict, ...(verdict === 'dismiss' && unfounded && { unfounded }) })
  }
  const offered = verdicts.filter(({ verdict }) => one.verdicts.includes(verdict))
  return (
    <Card as="section" className={styles.decide}>
      <div className={styles.buttons}>
        {offered.map((verdict) => (
          <VerdictButton
            key={verdict.verdict}
            keys={verdict.key}
            name={i18n._(verdictName(one.kind, verdict))}
            tone={verdict.tone}
            isChosen={chosen === verdict.verdict}
            onPress={() => choose(verdict.verdict)}
          />
        ))}
      </div>
      {one.kind === 'report' && chosen === null && (
        <Checkbox checked={unfounded} onChange={(event) => setUnfounded(event.target.checked)}>
          <Trans>The report was plainly baseless</Trans>
        </Checkbox>
      )}
      {chosen === 'refuse' && (
        <Refusals
          brand={brand}
          kind={one.kind}
          reasons={one.refusals}
          onChoose={(reason) => onDecide({ verdict: 'refuse', reason: reason as never })}
        />
      )}
      {(chosen === 'confirm' || chosen === 'reverse') && (
        <Answer onSend={(answer) => onDecide({ verdict: chosen, answer })} />
      )}
      {chosen !== null && !['refuse', 'confirm', 'reverse'].includes(chosen) && (
        <Reasons
          key={chosen}
          brand={brand}
          verdict={chosen}
          locale={one.member?.locale ?? 'en'}
          usual={usualClause[reason ?? ''] ?? 'unsuitable'}
          onSend={send}
        />
      )}
      <p className={styles.meta}>
        <Trans>Each decision is in the audit with your name.</Trans>{' '}
        {one.kind === 'appeal' && <Trans>The member reads your answer.</Trans>}
        {one.kind !== 'appeal' && one.kind !== 'sample' && <Trans>The member can appeal against it.</Trans>}
      </p>
    </Card>
  )
}

const VerdictButton = ({
  keys,
  name,
  tone,
  isChosen,
  onPress,
}: {
  readonly keys: string
  readonly name: string
  readonly tone: 'pri' | 'sec' | 'danger'
  readonly isChosen: boolean
  readonly onPress: () => void
}) => {
  return (
    <KeyButton
      keys={keys}
      name={name}
      variant={tone === 'danger' ? 'dangerOutline' : tone}
      aria-pressed={isChosen}
      onPress={onPress}
    />
  )
}

/** Each ground with a number of its own, two keys refuse a photo, and the words of the terms that it stands on. */
const Refusals = ({
  brand,
  kind,
  reasons,
  onChoose,
}: {
  readonly brand: string
  readonly kind: string
  readonly reasons: readonly string[]
  readonly onChoose: (reason: string) => void
}) => {
  const { i18n } = useLingui()
  const ruleOf = useRefusalRules(brand, kind)
  const sections = new Map(
    reasons.flatMap((reason) => ruleOf(reason) ?? []).map(({ section, words }) => [section, words] as const),
  )
  return (
    <>
      <ul className={styles.refusals}>
        {reasons.map((reason, index) => {
          const rule = ruleOf(reason)
          return (
            <li key={reason}>
              <VerdictButton
                keys={String(index + 1)}
                name={i18n._(refusalName(reason))}
                tone="sec"
                isChosen={false}
                onPress={() => onChoose(reason)}
              />
              {rule && (
                <span className={styles.rule}>
                  {rule.section}. {rule.name}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {[...sections].map(([section, words]) => (
        <blockquote key={section} className={parts.policy}>
          <b>{section}.</b> {words}
        </blockquote>
      ))}
    </>
  )
}

const Answer = ({ onSend }: { readonly onSend: (answer: string) => void }) => {
  const { t } = useLingui()
  const [answer, setAnswer] = useState('')
  return (
    <form
      {...useFleetingForm()}
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (answer.trim() !== '') onSend(answer.trim())
      }}
    >
      <TextArea
        label={t`Answer to the member`}
        required
        rows={4}
        maxLength={2000}
        value={answer}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by a key
        autoFocus
        onChange={(event) => setAnswer(event.target.value)}
      />
      <Button type="submit" disabled={answer.trim() === ''}>
        <Trans>Decide</Trans>
      </Button>
    </form>
  )
}

/** The rule, what happened in the member's language, and how long. */
const Reasons = ({
  brand,
  verdict,
  locale,
  usual,
  onSend,
}: {
  readonly brand: string
  readonly verdict: Verdict
  readonly locale: MemberLocale
  readonly usual: ClauseKey
  readonly onSend: (decision: CaseDecision) => void
}) => {
  const { t } = useLingui()
  const [statement, setStatement] = useState<Statement>({ ...noStatement, clause: usual })
  const [days, setDays] = useState(String(usualDays[verdict] ?? ''))
  const facts = useFacts(brand, statement, locale)
  const needsDays = usualDays[verdict] !== undefined
  const number = Number(days)
  const isWhole = !needsDays || (Number.isInteger(number) && number >= 1 && number <= 365)
  return (
    <form
      {...useFleetingForm()}
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (isWhole && statement.clause)
          onSend({
            verdict,
            clause: statement.clause,
            facts,
            ...(statement.ground && { ground: statement.ground }),
            ...(needsDays && { days: number }),
          })
      }}
    >
      <StatementFields brand={brand} locale={locale} value={statement} onChange={setStatement} />
      {needsDays && (
        <TextField
          label={t`Days`}
          type="number"
          min={1}
          max={365}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      )}
      <Button type="submit" disabled={!isWhole || facts === ''}>
        <Trans>Decide</Trans>
      </Button>
    </form>
  )
}
