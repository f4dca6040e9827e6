import { type AuthorityOrderKind, authorityOrderKinds, memberStates } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api, type CallOf } from '#console/base/api.ts'
import { BrandField } from '#console/parts/brand-field.tsx'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { inputTime } from '#console/parts/input-time.ts'
import { ClauseField } from '#console/parts/statement-fields.tsx'
import { orderKindNames } from './authority-texts.ts'

type Body = CallOf<'POST /admin/api/:brand/authority-orders'>['body']

/** Records an order as it was received: it is never changed afterwards. */
export const RecordOrder = ({
  brands,
  titleOf,
  onClose,
  onDone,
}: {
  readonly brands: readonly string[]
  readonly titleOf: (brand: string) => string
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { t, i18n } = useLingui()
  const [brand, setBrand] = useState(brands[0] ?? '')
  // Sent again after a lost answer, it is the same order.
  const [id] = useState(() => crypto.randomUUID())
  const [kind, setKind] = useState<AuthorityOrderKind>('act')
  const [country, setCountry] = useState<Body['country']>('IT')
  const [clause, setClause] = useState<Body['clause'] | null>(null)
  const [received, setReceived] = useState(() => inputTime(new Date()))
  const [words, setWords] = useState({
    authority: '',
    reference: '',
    legalGround: '',
    document: '',
    about: '',
    asks: '',
    silentUntil: '',
  })
  const field = (name: keyof typeof words) => ({
    value: words[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setWords({ ...words, [name]: target.value }),
  })
  const regions = new Intl.DisplayNames([i18n.locale], { type: 'region' })
  const states = memberStates
    .map((code) => ({ code, name: regions.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, i18n.locale))
  return (
    <ActionDialog
      title={t`Record an order`}
      intro={<Trans>As it was received: what you record now can’t be changed, only added to.</Trans>}
      action={t({ message: 'Record', context: 'an order' })}
      onClose={onClose}
      onDone={onDone}
      run={async (reason) => {
        // The field is required: the form is not sent without.
        if (clause === null) return
        const { document, about, silentUntil, ...rest } = words
        await api('POST /admin/api/:brand/authority-orders', {
          params: { brand },
          body: {
            id,
            kind,
            country,
            clause,
            ...rest,
            reason,
            receivedAt: new Date(received).toISOString(),
            ...(document.trim() && { document }),
            ...(about.trim() && { about }),
            ...(silentUntil && { silentUntil: new Date(silentUntil).toISOString() }),
          },
        })
      }}
    >
      <BrandField brands={brands} titleOf={titleOf} value={brand} onChange={setBrand} />
      <SelectField label={t`Kind`} value={kind} onChange={(event) => setKind(event.target.value as AuthorityOrderKind)}>
        {authorityOrderKinds.map((one) => (
          <option key={one} value={one}>
            {i18n._(orderKindNames[one])}
          </option>
        ))}
      </SelectField>
      <TextField label={t`Authority`} required maxLength={200} {...field('authority')} />
      <SelectField
        label={t`Member state`}
        value={country}
        onChange={(event) => setCountry(event.target.value as Body['country'])}
      >
        {states.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField label={t`Reference of the authority`} required maxLength={200} {...field('reference')} />
      <TextField label={t`Legal ground`} required maxLength={500} {...field('legalGround')} />
      <TextField
        label={t`Received`}
        type="datetime-local"
        required
        value={received}
        onChange={(event) => setReceived(event.target.value)}
      />
      <ClauseField brand={brand} label={t`What it is about`} value={clause} onChange={(value) => setClause(value)} />
      <TextArea label={t`What it asks for`} required rows={3} maxLength={2000} {...field('asks')} />
      <TextField
        label={t`Member, photo or review`}
        hint={t`The address of the profile, or the id. Leave it empty if no one of this brand is concerned.`}
        maxLength={500}
        {...field('about')}
      />
      <TextField
        label={t`Where the document is kept`}
        hint={t`A file number or the place in your archive.`}
        maxLength={500}
        {...field('document')}
      />
      <TextField
        label={t`The member must not know before`}
        hint={t`Only if the order says so. Until then no mail is sent, and the member doesn’t see the decision.`}
        type="datetime-local"
        {...field('silentUntil')}
      />
    </ActionDialog>
  )
}
