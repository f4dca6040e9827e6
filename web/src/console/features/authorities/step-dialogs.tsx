import {
  authorityOutcomes,
  type AuthorityOutcome,
  type OrderedRestriction,
  orderedRestrictions,
} from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { inputTime } from '#console/parts/input-time.ts'
import { languageNames } from '#console/parts/language-names.ts'
import { restrictionNames } from '#console/parts/restriction-names.ts'
import { outcomeNames, stepName } from './authority-texts.ts'
import type { OpenedOrder } from './opened-order.ts'

interface Props {
  readonly brand: string
  readonly order: OpenedOrder
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Adds to the log what was sent to the authority, or a note. */
export const AddStep = ({
  brand,
  order,
  kind,
  ...rest
}: Props & { readonly kind: 'acknowledged' | 'answered' | 'note' }) => {
  const { t, i18n } = useLingui()
  const [id] = useState(() => crypto.randomUUID())
  const [at, setAt] = useState(() => inputTime(new Date()))
  const [text, setText] = useState('')
  return (
    <ActionDialog
      {...rest}
      title={i18n._(stepName(order.kind, kind))}
      intro={<Trans>The log is only added to: nothing in it can be changed.</Trans>}
      action={t`Add to the log`}
      hasReason={false}
      run={() =>
        api('POST /admin/api/:brand/authority-orders/:id/steps', {
          params: { brand, id: order.id },
          body: { id, kind, at: new Date(at).toISOString(), text },
        })
      }
    >
      <TextField
        label={t`When`}
        type="datetime-local"
        required
        value={at}
        onChange={(event) => setAt(event.target.value)}
      />
      <TextArea
        label={kind === 'note' ? t`Note` : t`How, and its reference`}
        hint={kind === 'note' ? undefined : t`Such as the address it was sent to and the number of the receipt.`}
        required
        rows={3}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </ActionDialog>
  )
}

const ending: ReadonlySet<OrderedRestriction> = new Set(['messaging_off', 'suspension'])

/** Carries an order out, with a restriction where it asks for one. */
export const GiveEffect = ({ brand, order, ...rest }: Props) => {
  const { t, i18n } = useLingui()
  const [outcome, setOutcome] = useState<AuthorityOutcome>('given')
  const [restriction, setRestriction] = useState<OrderedRestriction | ''>('')
  const [days, setDays] = useState('30')
  const [text, setText] = useState('')
  const { member } = order
  const isGiven = outcome !== 'not_given'
  const offered = orderedRestrictions.filter((one) => one !== 'content_removed' || order.contentType !== 'account')
  const mayRestrict = order.kind === 'act' && member !== null && isGiven
  const language = member === null ? '' : i18n._(languageNames[member.locale])
  return (
    <ActionDialog
      {...rest}
      isDangerous={mayRestrict && restriction !== ''}
      title={t`Give effect to the order?`}
      intro={
        member !== null && isGiven ? (
          order.silentUntil === null ? (
            <Trans>The member is notified of the order, and of what you write here.</Trans>
          ) : (
            <Trans>The member is notified when the order allows it.</Trans>
          )
        ) : (
          <Trans>No member is notified.</Trans>
        )
      }
      action={i18n._(outcomeNames[outcome])}
      run={(reason) =>
        api('POST /admin/api/:brand/authority-orders/:id/effect', {
          params: { brand, id: order.id },
          body: {
            outcome,
            text,
            reason,
            ...(mayRestrict &&
              restriction !== '' && {
                restriction: { kind: restriction, ...(ending.has(restriction) && { days: Number(days) }) },
              }),
          },
        })
      }
    >
      <SelectField
        label={t`Outcome`}
        value={outcome}
        onChange={(event) => setOutcome(event.target.value as AuthorityOutcome)}
      >
        {authorityOutcomes.map((one) => (
          <option key={one} value={one}>
            {i18n._(outcomeNames[one])}
          </option>
        ))}
      </SelectField>
      {mayRestrict && (
        <SelectField
          label={t`Restriction of the member`}
          value={restriction}
          onChange={(event) => setRestriction(event.target.value as OrderedRestriction | '')}
        >
          <option value="">{t`None`}</option>
          {offered.map((one) => (
            <option key={one} value={one}>
              {i18n._(restrictionNames[one])}
            </option>
          ))}
        </SelectField>
      )}
      {mayRestrict && restriction !== '' && ending.has(restriction) && (
        <TextField
          label={t`Days`}
          type="number"
          min={1}
          max={365}
          required
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      )}
      <TextArea
        label={member !== null && isGiven ? t`What was done, as the member reads it` : t`What was done, or why not`}
        hint={member !== null && isGiven ? t`In the member’s language: ${language}.` : undefined}
        required
        rows={4}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </ActionDialog>
  )
}
