import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'
import { BrandField } from '#console/parts/brand-field.tsx'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import { AffiliateKey } from './affiliate-key.tsx'

/** An affiliate with its name, its source and its first key. */
export const NewAffiliate = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { keys, titleOf } = useBrands('manageAffiliates')
  // Sent again after a lost answer, it is the same one.
  const [id] = useState(() => crypto.randomUUID())
  const [brand, setBrand] = useState(keys[0] ?? '')
  const [name, setName] = useState('')
  const [source, setSource] = useState('')
  const [made, setMade] = useState<string | null>(null)
  if (made !== null)
    return (
      <AffiliateKey
        value={made}
        onClose={() => {
          onClose()
          void navigate(`/${brand}/campaigns/${id}`)
        }}
      />
    )
  return (
    <ReasonDialog
      title={t`Add an affiliate`}
      intro={<Trans>It gets a key, which is shown once. What is reported to it is set afterwards.</Trans>}
      action={t`Add`}
      stays
      onClose={onClose}
      run={async (reason) => {
        const { key } = await api('POST /admin/api/:brand/affiliates', {
          params: { brand },
          body: { id, name, source, reason },
        })
        void queries.invalidateQueries({ queryKey: ['affiliates'] })
        setMade(key)
      }}
    >
      <BrandField brands={keys} titleOf={titleOf} value={brand} onChange={setBrand} />
      <TextField
        label={t`Name`}
        required
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t`Source`}
        hint={t`In its links, as src. It stays: figures go by it, and only members who came by it are reported.`}
        required
        maxLength={200}
        value={source}
        onChange={(event) => setSource(event.target.value)}
      />
    </ReasonDialog>
  )
}
