import { auditActions } from '@incontro/contract/admin/audit-actions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Card } from '#components/layout/card.tsx'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { FileLink } from '#console/parts/file-link.tsx'
import { KeyButton } from '#console/parts/key-button.tsx'
import { actionName } from './action-names.ts'
import parts from '#console/parts/parts.module.css'
import styles from './audit.module.css'

export const filters = ['action', 'staff', 'member', 'from', 'to'] as const

/** Colleagues of the brands that are shown, by name; those who have left are found by what they did. */
function useColleagues(keys: readonly string[]): readonly { readonly id: string; readonly name: string }[] {
  const found = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['staff', key],
      queryFn: () => api('GET /admin/api/:brand/staff', { params: { brand: key } }),
    })),
  })
  const people = new Map(found.flatMap(({ data = [] }) => data.map((one) => [one.id, one.name] as const)))
  return [...people].map(([id, name]) => ({ id, name })).toSorted((one, other) => one.name.localeCompare(other.name))
}

/** What the audit is narrowed to; it is in the address. */
export const AuditFilters = ({
  of,
  author,
}: {
  readonly of: 'brand' | 'staff'
  /** The name of the colleague whose entries are shown. */
  readonly author: string
}) => {
  const { t, i18n } = useLingui()
  const { keys, titleOf } = useBrands('readAudit')
  const [params, setParams] = useSearchParams()
  const field = useRef<HTMLSelectElement>(null)
  useShortcut('f', t`Narrow the audit`, () => field.current?.focus())
  const colleagues = useColleagues(keys)
  const valueOf = (name: (typeof filters)[number]) => params.get(name) ?? ''
  const staff = valueOf('staff')
  const ofPage = of === 'staff' ? { of } : undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = [...new FormData(event.currentTarget)].flatMap(([name, value]) => {
      const text = typeof value === 'string' ? value.trim() : ''
      return text === '' ? [] : [[name, text]]
    })
    setParams({ ...ofPage, ...(Object.fromEntries(given) as Record<string, string>) })
  }
  const send = ({ currentTarget }: FormEvent<HTMLSelectElement>) => currentTarget.form?.requestSubmit()
  const names = auditActions
    .map((action) => ({ action, name: i18n._(actionName[action]) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, i18n.locale))
  const fileOf = (brand: string): string => (keys.length > 1 ? t`CSV of ${brand}` : t`Download as CSV`)
  const query = new URLSearchParams({
    of,
    ...Object.fromEntries(filters.flatMap((name) => named(name, valueOf(name)))),
  })
  return (
    <Card as="section">
      <form className={styles.filters} onSubmit={submit}>
        <SelectField ref={field} label={t`Action`} name="action" defaultValue={valueOf('action')} onChange={send}>
          <option value="">{t`All actions`}</option>
          {names.map(({ action, name }) => (
            <option key={action} value={action}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          // Filled when the names are there: what is chosen is chosen among them.
          key={colleagues.length}
          label={t`Colleague`}
          name="staff"
          defaultValue={staff}
          onChange={send}
        >
          <option value="">{t`Everyone`}</option>
          {staff !== '' && !colleagues.some(({ id }) => id === staff) && <option value={staff}>{author}</option>}
          {colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t`Member id`}
          name="member"
          maxLength={36}
          pattern="[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
          title={t`The id that the member’s file has`}
          defaultValue={valueOf('member')}
        />
        <TextField
          label={t({ message: 'From', context: 'day' })}
          type="date"
          name="from"
          defaultValue={valueOf('from')}
        />
        <TextField label={t({ message: 'To', context: 'day' })} type="date" name="to" defaultValue={valueOf('to')} />
        <span className={styles.send}>
          <Button type="submit" variant="sec">
            <Trans>Show</Trans>
          </Button>
          {filters.some((name) => params.has(name)) && (
            <KeyButton
              keys="c"
              name={t({ message: 'Clear', context: 'filters' })}
              variant="ghost"
              onPress={() => setParams(ofPage ?? {})}
            />
          )}
        </span>
      </form>
      <p className={parts.downloads}>
        {keys.map((key) => (
          <FileLink
            key={key}
            href={`/admin/api/${key}/audit.csv?${query.toString()}`}
            name={fileOf(titleOf(key))}
            keys={keys.length > 1 ? undefined : 'x'}
          >
            {fileOf(titleOf(key))}
          </FileLink>
        ))}
      </p>
    </Card>
  )
}

const named = (name: string, text: string): [string, string][] => (text === '' ? [] : [[name, text]])
