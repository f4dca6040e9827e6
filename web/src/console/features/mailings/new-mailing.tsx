import { type Segment, segments } from '@incontro/contract/admin/mailing-words'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'
import { BrandField } from '#console/parts/brand-field.tsx'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import { segmentNames } from './mailing-texts.ts'

/** A draft with its name and to whom it goes. */
export const NewMailing = ({ onClose }: { readonly onClose: () => void }) => {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const { keys, titleOf } = useBrands('writeMailings')
  // Sent again, it is the same draft.
  const [id] = useState(() => crypto.randomUUID())
  const [brand, setBrand] = useState(keys[0] ?? '')
  const [name, setName] = useState('')
  const [segment, setSegment] = useState<Segment>('all')
  return (
    <ReasonDialog
      title={t`New mailing`}
      action={t`Begin`}
      hasReason={false}
      onClose={onClose}
      run={async () => {
        await api('POST /admin/api/:brand/mailings', { params: { brand }, body: { id, name, segment } })
        void navigate(`/${brand}/mailings/${id}`)
      }}
    >
      <BrandField brands={keys} titleOf={titleOf} value={brand} onChange={setBrand} />
      <TextField
        label={t`Name`}
        hint={t`For colleagues: recipients don’t see it.`}
        required
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label={t`Recipients`}
        value={segment}
        onChange={(event) => setSegment(event.target.value as Segment)}
      >
        {segments.map((one) => (
          <option key={one} value={one}>
            {i18n._(segmentNames[one])}
          </option>
        ))}
      </SelectField>
    </ReasonDialog>
  )
}
