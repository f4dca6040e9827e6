import type { AuditAction, AuditDetailKey, RiskCondition, RiskRow } from '@incontro/contract/admin'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ApiProblem } from '#console/base/api.ts'
import { problemText } from '#console/base/problem-text.ts'
import { stepOf } from '#console/parts/order-words.ts'
import { languageNames } from '#console/parts/language-names.ts'
import parts from '#console/parts/parts.module.css'
import { refusalName } from '#console/parts/refusal-names.ts'
import { conditionText, rowText } from '#console/parts/risk-texts.ts'
import { useClauseName } from '#console/parts/statement-fields.tsx'
import { Moment } from '#console/parts/time.tsx'
import { detailNames } from './detail-names.ts'
import { wordsOf } from './detail-words.ts'

type Detail = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Detail => typeof value === 'object' && value !== null
const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)

/** The details of an entry, in words. */
export const Details = ({
  brand,
  action,
  detail,
}: {
  readonly brand: string
  readonly action: AuditAction
  readonly detail: Detail
}) => {
  const { t, i18n } = useLingui()
  const clauseName = useClauseName(brand)
  const wordOf = (key: string, text: string): ReactNode => {
    const known = wordsOf(action, key)?.[text]
    if (known) return i18n._(known)
    if (key === 'clause') return clauseName(text) ?? text
    if (key === 'reason' && action === 'case_decided') return i18n._(refusalName(text))
    if (key === 'what' && action === 'payment_resolved') return i18n._(stepOf(text))
    if (key === 'outcome' && action === 'member_action_dropped')
      return i18n._(problemText(new ApiProblem(409, { code: text })))
    if (key === 'country') return new Intl.DisplayNames([i18n.locale], { type: 'region' }).of(text) ?? text
    if (isTime(text)) return <Moment at={text} />
    return text.startsWith('command:') ? text.slice('command:'.length) : text
  }
  const said = (key: string, value: unknown): ReactNode => {
    if (value === null || value === undefined || value === '') return '—'
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    if (key === 'metrics' && typeof value === 'string')
      return value.split(',').map((one, n) => [n > 0 && ', ', wordOf(key, one)])
    if (typeof value === 'string') return wordOf(key, value)
    if (key === 'conditions')
      return (value as readonly RiskCondition[]).map((one) => conditionText(i18n, one)).join(', ')
    if (key === 'signals') return (value as readonly RiskRow[]).map((one) => rowText(i18n, one)).join(', ')
    if (Array.isArray(value)) return value.map((one, n) => [n > 0 && ', ', said(key, one)])
    return isObject(value) ? facts(value) : String(value)
  }
  const nameOf = (key: string): string => {
    if (key in detailNames) return i18n._(detailNames[key as AuditDetailKey])
    return key in languageNames ? i18n._(languageNames[key as keyof typeof languageNames]) : key
  }
  const facts = (of: Detail) => (
    <dl className={parts.facts}>
      {Object.entries(of).map(([key, value]) => (
        <div key={key}>
          <dt>{nameOf(key)}</dt>
          <dd>{said(key, value)}</dd>
        </div>
      ))}
    </dl>
  )
  return facts(detail)
}
