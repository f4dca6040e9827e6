import { type FileRestriction } from '@incontro/contract/admin'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { type MemberLocale, noStatement, StatementFields, useFacts } from '#console/parts/statement-fields.tsx'
import { HeldDialog } from '#console/parts/held-dialog.tsx'
import type { ActionProps } from './action-props.ts'

const choices: readonly { readonly kind: FileRestriction; readonly name: MessageDescriptor; readonly days?: number }[] =
  [
    { kind: 'warning', name: msg`Warn` },
    { kind: 'messaging_off', name: msg`Messages off`, days: 7 },
    { kind: 'suspension', name: msg`Suspend`, days: 30 },
    { kind: 'removal', name: msg`Close the profile` },
  ]

/** Warns, silences, suspends or removes, with the statement of reasons that the member gets. */
export const RestrictMember = ({ brand, file, ...rest }: ActionProps) => {
  const { t, i18n } = useLingui()
  const locale = file.locale as MemberLocale
  const offered = choices.filter(({ kind }) => file.state !== 'suspended' || kind === 'removal' || kind === 'warning')
  const [kind, setKind] = useState<FileRestriction>('suspension')
  const chosen = offered.find((one) => one.kind === kind) ?? offered[0]
  const [days, setDays] = useState<string | null>(null)
  const [statement, setStatement] = useState(noStatement)
  const facts = useFacts(brand, statement, locale)
  if (!chosen) return null
  return (
    <HeldDialog
      {...rest}
      isDangerous
      title={t`Restrict this member?`}
      intro={
        <Trans>
          The member gets the reasons by mail and can appeal for six months. While suspended, a paid plan pauses.
        </Trans>
      }
      later={<Trans>Later, another person can lift it.</Trans>}
      action={i18n._(chosen.name)}
      run={async (reason) => {
        // The field is required: the form is not sent without.
        if (statement.clause === null) return undefined
        return api('POST /admin/api/:brand/members/:id/restrict', {
          params: { brand, id: file.id },
          body: {
            kind: chosen.kind,
            clause: statement.clause,
            facts,
            ...(statement.ground && { ground: statement.ground }),
            ...(chosen.days !== undefined && { days: Number(days ?? chosen.days) }),
            reason,
          },
        })
      }}
    >
      <SelectField
        label={t`What`}
        value={chosen.kind}
        onChange={(event) => {
          setKind(event.target.value as FileRestriction)
          setDays(null)
        }}
      >
        {offered.map((one) => (
          <option key={one.kind} value={one.kind}>
            {i18n._(one.name)}
          </option>
        ))}
      </SelectField>
      {chosen.days !== undefined && (
        <TextField
          label={t`Days`}
          type="number"
          min={1}
          max={365}
          required
          value={days ?? String(chosen.days)}
          onChange={(event) => setDays(event.target.value)}
        />
      )}
      <StatementFields brand={brand} locale={locale} value={statement} onChange={setStatement} />
    </HeldDialog>
  )
}
