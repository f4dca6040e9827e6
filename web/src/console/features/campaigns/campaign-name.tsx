import type { CampaignKind } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextArea } from '#components/forms/text-area.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { Author } from '#console/parts/author.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { withoutTexts } from './campaign-texts.ts'
import type { BrandCampaign } from './use-campaigns.ts'

/** What colleagues call a source or a campaign. */
export const CampaignName = ({
  row: { brand, value, changedBy, changedAt, ...row },
  by,
  onClose,
}: {
  readonly row: BrandCampaign
  readonly by: CampaignKind
  readonly onClose: () => void
}) => {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const [name, setName] = useState(row.name)
  const [note, setNote] = useState(row.note)
  const shown = value === '' ? i18n._(withoutTexts[by]) : value
  return (
    <ActionDialog
      title={t`Name “${shown}”`}
      intro={<Trans>Colleagues read it in this list. Addresses and figures go on with what links carry.</Trans>}
      action={t`Save`}
      hasReason={false}
      onClose={onClose}
      onDone={() => void queries.invalidateQueries({ queryKey: ['campaigns'] })}
      run={() =>
        api('PUT /admin/api/:brand/campaigns', {
          params: { brand },
          body: { by, value, name: name.trim(), note: note.trim(), before: { name: row.name, note: row.note } },
        }).catch((error: unknown) => {
          // What a colleague wrote is in the list once this is closed.
          void queries.invalidateQueries({ queryKey: ['campaigns'] })
          throw error
        })
      }
    >
      <TextField label={t`Name`} maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
      <TextArea
        label={t({ message: 'Note', context: 'campaign' })}
        rows={3}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {changedBy && changedAt !== null && (
        <p className={parts.muted}>
          <Trans>
            Last changed by <Author of={changedBy} />, <Moment at={changedAt} />
          </Trans>
        </p>
      )}
    </ActionDialog>
  )
}
