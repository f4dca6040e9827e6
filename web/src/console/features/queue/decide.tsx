import type { CaseDecision } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Checkbox } from '#components/forms/checkbox.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextArea, TextField } from '#components/forms/text-field.tsx'
import { Card } from '#components/layout/card.tsx'
import { api, type ReplyOf } from '#console/base/api.ts'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Kbd } from '#console/parts/kbd.tsx'
import { refusalName, type Verdict, verdicts } from './queue-texts.ts'
import styles from './queue.module.css'
import type { Queued } from './use-queue.ts'

type Clause = ReplyOf<'GET /admin/api/:brand/cases/policy'>['clauses'][number]

/** Verdicts that are carried out with the key alone; the others ask for what they need first. */
const immediate: ReadonlySet<Verdict> = new Set(['dismiss', 'approve', 'agree', 'disagree'])
const usualDays: Readonly<Partial<Record<Verdict, number>>> = { messaging_off: 7, suspend: 30 }

/** The rule that a reason of a report usually means. */
const usualClause: Readonly<Record<string, Clause['key']>> = {
  fake: 'fake',
  scam: 'scam',
  harassment: 'harassment',
  minor: 'minors',
  photo: 'sexual',
  spam: 'advertising',
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
  const choose = (verdict: Verdict) => {
    if (!immediate.has(verdict)) return setChosen(verdict)
    onDecide({ verdict, ...(verdict === 'dismiss' && unfounded && { unfounded }) })
  }
  const offered = verdicts.filter(({ verdict }) => one.verdicts.includes(verdict))
  return (
    <Card as="section" className={styles.decide}>
      <div className={styles.buttons}>
        {offered.map(({ verdict, key, name, tone }) => (
          <VerdictButton
            key={verdict}
            keys={key}
            name={i18n._(name)}
            tone={tone}
            isChosen={chosen === verdict}
            onPress={() => choose(verdict)}
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
          usual={usualClause[one.report?.reason ?? ''] ?? 'unsuitable'}
          onSend={onDecide}
        />
      )}
      <p className={styles.meta}>
        <Trans>Each decision is in the audit with your name. The member can appeal against it.</Trans>
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
  useShortcut(keys, name, onPress)
  return (
    <Button variant={tone === 'danger' ? 'dangerOutline' : tone} aria-pressed={isChosen} onClick={onPress}>
      {name} <Kbd>{keys.toUpperCase()}</Kbd>
    </Button>
  )
}

/** Each ground with a number of its own: two keys refuse a photo. */
const Refusals = ({
  reasons,
  onChoose,
}: {
  readonly reasons: readonly string[]
  readonly onChoose: (reason: string) => void
}) => {
  const { i18n } = useLingui()
  return (
    <div className={styles.buttons}>
      {reasons.map((reason, index) => (
        <VerdictButton
          key={reason}
          keys={String(index + 1)}
          name={i18n._(refusalName(reason))}
          tone="sec"
          isChosen={false}
          onPress={() => onChoose(reason)}
        />
      ))}
    </div>
  )
}

const Answer = ({ onSend }: { readonly onSend: (answer: string) => void }) => {
  const { t } = useLingui()
  const [answer, setAnswer] = useState('')
  return (
    <form
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
  readonly locale: keyof Clause['facts']
  readonly usual: Clause['key']
  readonly onSend: (decision: CaseDecision) => void
}) => {
  const { t, i18n } = useLingui()
  const { data } = useQuery({
    queryKey: ['case policy', brand],
    staleTime: Infinity,
    queryFn: () => api('GET /admin/api/:brand/cases/policy', { params: { brand } }),
  })
  const [key, setKey] = useState<Clause['key']>(usual)
  const [written, setWritten] = useState<string | null>(null)
  const [days, setDays] = useState(String(usualDays[verdict] ?? ''))
  const clause = data?.clauses.find((one) => one.key === key)
  const facts = written ?? clause?.facts[locale] ?? ''
  const needsDays = usualDays[verdict] !== undefined
  const number = Number(days)
  const isWhole = !needsDays || (Number.isInteger(number) && number >= 1 && number <= 365)
  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (isWhole) onSend({ verdict, clause: key, facts: facts.trim(), ...(needsDays && { days: number }) })
      }}
    >
      <SelectField
        label={t`Rule`}
        value={key}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by a key
        autoFocus
        onChange={(event) => setKey(event.target.value as Clause['key'])}
      >
        {data?.clauses.map((one) => (
          <option key={one.key} value={one.key}>
            {one.section}. {one.name[i18n.locale as typeof locale]}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t`Reason, as the member reads it`}
        required
        rows={4}
        maxLength={2000}
        lang={locale}
        value={facts}
        onChange={(event) => setWritten(event.target.value)}
      />
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
      <Button type="submit" disabled={!isWhole || facts.trim() === ''}>
        <Trans>Decide</Trans>
      </Button>
    </form>
  )
}
