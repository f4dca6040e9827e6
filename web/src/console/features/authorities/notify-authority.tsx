import { notifiedPlaces } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api, type CallOf } from '#console/base/api.ts'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { inputTime } from '#console/parts/input-time.ts'
import { ClauseField } from '#console/parts/statement-fields.tsx'
import { placeName } from './authority-texts.ts'

type Body = CallOf<'POST /admin/api/:brand/authority-orders/notifications'>['body']

/** Records that an authority was notified of the suspicion of a crime, from the case that gave rise to it. */
export const NotifyAuthority = ({
  brand,
  caseId,
  onClose,
  onDone,
}: {
  readonly brand: string
  readonly caseId: string
  readonly onClose: () => void
  /** With the id of what was recorded. */
  readonly onDone: (id: string) => void
}) => {
  const { t, i18n } = useLingui()
  // Sent again after a lost answer, it is the same notification.
  const [id] = useState(() => crypto.randomUUID())
  const [country, setCountry] = useState<Body['country']>('IT')
  const [clause, setClause] = useState<Body['clause'] | null>(null)
  const [sent, setSent] = useState(() => inputTime(new Date()))
  const [words, setWords] = useState({ authority: '', legalGround: '', reference: '', document: '', facts: '' })
  const field = (name: keyof typeof words) => ({
    value: words[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setWords({ ...words, [name]: target.value }),
  })
  const places = notifiedPlaces
    .map((code) => ({ code, name: placeName(i18n, code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, i18n.locale))
  return (
    <ActionDialog
      title={t`Notify an authority`}
      intro={
        <Trans>
          For the suspicion of a crime that threatens someone’s life or safety. Inform the police or a prosecutor first:
          by phone if there is no time. Here it is recorded what was sent, to whom and when. It can’t be changed, and
          the member isn’t told.
        </Trans>
      }
      action={t({ message: 'Record', context: 'an order' })}
      onClose={onClose}
      onDone={() => onDone(id)}
      run={async (reason) => {
        // The field is required: the form is not sent without.
        if (clause === null) return
        const { document, ...rest } = words
        await api('POST /admin/api/:brand/authority-orders/notifications', {
          params: { brand },
          body: {
            id,
            caseId,
            country,
            clause,
            ...rest,
            reason,
            sentAt: new Date(sent).toISOString(),
            ...(document.trim() && { document }),
          },
        })
      }}
    >
      <TextField label={t`Authority`} required maxLength={200} {...field('authority')} />
      <SelectField
        label={t`Member state`}
        value={country}
        onChange={(event) => setCountry(event.target.value as Body['country'])}
      >
        {places.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField label={t`Suspected crime`} required maxLength={500} {...field('legalGround')} />
      <ClauseField brand={brand} label={t`What it is about`} value={clause} onChange={(value) => setClause(value)} />
      <TextArea label={t`What was sent`} required rows={4} maxLength={2000} {...field('facts')} />
      <TextField
        label={t({ message: 'Sent', context: 'a notification, when' })}
        type="datetime-local"
        required
        value={sent}
        onChange={(event) => setSent(event.target.value)}
      />
      <TextField
        label={t`Its reference`}
        hint={t`The number of the receipt, or your own.`}
        required
        maxLength={200}
        {...field('reference')}
      />
      <TextField
        label={t`Where the document is kept`}
        hint={t`A file number or the place in your archive.`}
        maxLength={500}
        {...field('document')}
      />
    </ActionDialog>
  )
}
