import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'
import { periodOf } from '#console/features/figures/period.ts'
import { CopyField } from '#console/parts/copy-field.tsx'
import parts from '#console/parts/parts.module.css'
import { type Entry, entries, isClick, landingLink } from './landing-link.ts'

/** With what a link begins. */
export interface LinkStart {
  readonly brand?: string | undefined
  readonly source?: string | undefined
  readonly campaign?: string | undefined
}

/** Written so, as in a text of ours it would be filled in. */
const clickMark = '{click_id}'

/** The address of an advertisement, made of a brand's page, flow, source and campaign. */
export const LinkBuilder = ({ start, onClose }: { readonly start: LinkStart; readonly onClose: () => void }) => {
  const { t } = useLingui()
  const { keys, titleOf } = useBrands('readCampaigns')
  const [brand, setBrand] = useState(start.brand ?? keys[0] ?? '')
  const [entry, setEntry] = useState<Entry>('/')
  const [flow, setFlow] = useState('')
  const [source, setSource] = useState(start.source ?? '')
  const [campaign, setCampaign] = useState(start.campaign ?? '')
  const [click, setClick] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['link site', brand],
    queryFn: async () => {
      const { from, to } = periodOf('28', new Date())
      const { site } = await api('GET /admin/api/:brand/campaigns', {
        params: { brand },
        query: { from, to, by: 'source' },
      })
      return site
    },
  })
  const entryNames: Readonly<Record<Entry, string>> = {
    '/': t`Home page`,
    '/signup': t`Sign-up form`,
    '/asignup': t`Landing page with the form open`,
    '/ms': t`Short landing page`,
  }
  const usual = data?.defaultFlow ?? ''
  const isTaken = isClick(click)
  return (
    <Dialog
      open
      title={t`Build a link`}
      intro={<Trans>Who signs up after opening it is counted for its source and campaign.</Trans>}
      onClose={onClose}
    >
      <div className={parts.form}>
        {keys.length > 1 && (
          <SelectField
            label={t`Brand`}
            value={brand}
            onChange={(event) => {
              setBrand(event.target.value)
              setFlow('')
            }}
          >
            {keys.map((key) => (
              <option key={key} value={key}>
                {titleOf(key)}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField label={t`Page`} value={entry} onChange={(event) => setEntry(event.target.value as Entry)}>
          {entries.map((one) => (
            <option key={one} value={one}>
              {entryNames[one]} ({one})
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t`Flow`}
          hint={t`Without a tracker’s click and a flow, the first two pages lead to flow 0000.`}
          value={flow}
          onChange={(event) => setFlow(event.target.value)}
        >
          <option value="">{t`Not named`}</option>
          {(data?.flows ?? []).map((one) => (
            <option key={one} value={one}>
              {one === usual ? t`${one} (usual)` : one}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t`Source`}
          hint={t`Who sends visitors, as in “radio” or an affiliate’s source.`}
          maxLength={200}
          value={source}
          onChange={(event) => setSource(event.target.value)}
        />
        <TextField
          label={t`Campaign`}
          maxLength={200}
          value={campaign}
          onChange={(event) => setCampaign(event.target.value)}
        />
        <TextField
          label={t`Click of the tracker`}
          hint={t`What the tracker replaces with the id of a click, as it writes it: ${clickMark}. Postbacks give it back.`}
          error={isTaken ? undefined : t`At most 64 letters, digits, dots, hyphens, brackets, $ and %.`}
          maxLength={64}
          value={click}
          onChange={(event) => setClick(event.target.value)}
        />
        {error && <ErrorState onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton />}
        {data && isTaken && (
          <CopyField
            label={t({ message: 'Link', context: 'address' })}
            value={landingLink({
              origin: data.origin,
              entry,
              flow,
              source: source.trim(),
              campaign: campaign.trim(),
              click,
            })}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
