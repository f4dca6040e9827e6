import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '#components/forms/checkbox.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { api, type ReplyOf } from '#console/base/api.ts'
import parts from './parts.module.css'

type Clause = ReplyOf<'GET /admin/api/:brand/cases/policy'>['clauses'][number]
export type ClauseKey = Clause['key']
export type MemberLocale = keyof Clause['facts']

/**
 * The rule, null until one is chosen, what happened, and whether it is against the law: `written` and `ground` are null
 * while they are the rule's own.
 */
export interface Statement {
  readonly clause: ClauseKey | null
  readonly written: string | null
  readonly ground: Clause['ground'] | null
}
export const noStatement: Statement = { clause: null, written: null, ground: null }

const usePolicy = (brand: string) =>
  useQuery({
    queryKey: ['case policy', brand],
    staleTime: Infinity,
    queryFn: () => api('GET /admin/api/:brand/cases/policy', { params: { brand } }),
  }).data

/** What the member reads: what was written, or the saved answer in their language. */
export function useFacts(brand: string, { clause, written }: Statement, locale: MemberLocale): string {
  const policy = usePolicy(brand)
  return (written ?? policy?.clauses.find(({ key }) => key === clause)?.facts[locale] ?? '').trim()
}

/** The rule of the terms behind each ground on which a photo or review is refused, in the reader's language. */
export function useRefusalRules(
  brand: string,
  kind: string,
): (reason: string) => { readonly section: string; readonly name: string; readonly words: string } | undefined {
  const { i18n } = useLingui()
  const policy = usePolicy(brand)
  const locale = i18n.locale as MemberLocale
  const rules: Readonly<Record<string, string>> | undefined =
    kind === 'photo' || kind === 'review' ? policy?.refusals[kind] : undefined
  return (reason) => {
    const rule = policy?.clauses.find(({ key }) => key === rules?.[reason])
    return (
      rule && { section: rule.section, name: rule.name[locale], words: policy?.sections[rule.section]?.[locale] ?? '' }
    )
  }
}

/** Names rules of the terms, in the reader's language. */
export function useClauseName(brand: string): (clause: string) => string | undefined {
  const { i18n } = useLingui()
  const policy = usePolicy(brand)
  return (clause) => policy?.clauses.find(({ key }) => key === clause)?.name[i18n.locale as MemberLocale]
}

/** A rule of the terms. */
export const ClauseField = ({
  brand,
  label,
  hasFocus = false,
  value,
  onChange,
}: {
  readonly brand: string
  readonly label: string
  readonly hasFocus?: boolean
  readonly value: ClauseKey | null
  readonly onChange: (clause: ClauseKey) => void
}) => {
  const { t, i18n } = useLingui()
  const policy = usePolicy(brand)
  return (
    <SelectField
      label={label}
      required
      value={value ?? ''}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by a key
      autoFocus={hasFocus}
      onChange={(event) => onChange(event.target.value as ClauseKey)}
    >
      {value === null && <option value="">{t`Choose a rule`}</option>}
      {policy?.clauses.map((one) => (
        <option key={one.key} value={one.key}>
          {one.section}. {one.name[i18n.locale as MemberLocale]}
        </option>
      ))}
    </SelectField>
  )
}

/** The reasons of a decision against a member: the rule, and what happened in the member's language. */
export const StatementFields = ({
  brand,
  locale,
  value,
  onChange,
}: {
  readonly brand: string
  readonly locale: MemberLocale
  readonly value: Statement
  readonly onChange: (value: Statement) => void
}) => {
  const { t, i18n } = useLingui()
  const policy = usePolicy(brand)
  const rule = policy?.clauses.find(({ key }) => key === value.clause)
  const saved = rule?.facts[locale] ?? ''
  const words = rule && policy?.sections[rule.section]?.[i18n.locale as MemberLocale]
  return (
    <>
      <ClauseField
        brand={brand}
        label={t`Rule`}
        hasFocus
        value={value.clause}
        onChange={(clause) => onChange({ ...value, clause, ground: null })}
      />
      {words && <blockquote className={parts.policy}>{words}</blockquote>}
      <TextArea
        label={t`Reason, as the member reads it`}
        required
        rows={4}
        maxLength={2000}
        lang={locale}
        value={value.written ?? saved}
        onChange={(event) => onChange({ ...value, written: event.target.value })}
      />
      <Checkbox
        checked={(value.ground ?? rule?.ground) === 'illegal'}
        onChange={(event) => onChange({ ...value, ground: event.target.checked ? 'illegal' : 'terms' })}
      >
        <Trans>It’s also against the law</Trans>
      </Checkbox>
    </>
  )
}
