import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '#app/api/api.ts'
import { useSite } from '#app/brand/site.ts'
import { dayOf } from '#app/i18n/date-forms.ts'
import { Button } from '#components/buttons/button.tsx'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { SettingRow } from '../cards/setting-row.tsx'
import { dataExportKey } from './data-export-key.ts'

const DataExportDialog = lazyDialog(() => import('./data-export-dialog.tsx'))

/** The archive of all data about the member: requested and downloaded here. */
export const DataExportCard = () => {
  useIdlePreload(DataExportDialog)
  const { t, i18n } = useLingui()
  const { locale } = useSite()
  const { data } = useQuery({
    queryKey: dataExportKey,
    queryFn: ({ signal }) => api('GET /api/users/export', { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? 2_000 : false),
  })
  const [open, setOpen] = useState<'ask' | 'download' | null>(null)
  const percent = data && data.all > 0 ? Math.floor((100 * data.done) / data.all) : 0
  const day = data?.expiresAt ? dayOf(data.expiresAt, locale, undefined, 'to') : ''
  const megabytes = i18n.number((data?.size ?? 0) / 1_000_000, { maximumFractionDigits: 1 })
  const isReady = data?.state === 'ready'
  return (
    <Card id="data">
      <SettingRow
        icon={<Icon of={Download} />}
        title={<Trans>Download your data</Trans>}
        action={
          data &&
          data.state !== 'making' && (
            <Button
              size="sm"
              variant="sec"
              aria-haspopup="dialog"
              aria-label={isReady ? t`Download your data` : t`Prepare your data`}
              onClick={() => setOpen(isReady ? 'download' : 'ask')}
            >
              {isReady ? <Trans>Download</Trans> : <Trans>Prepare</Trans>}
            </Button>
          )
        }
      >
        <span role="status">
          {data?.state === 'making' ? (
            <Trans>We’re preparing the archive: {percent}%. We’ll email you when it’s ready.</Trans>
          ) : isReady ? (
            <Trans>
              Your archive is ready: {megabytes} MB, until {day}.
            </Trans>
          ) : data?.state === 'failed' ? (
            <Trans>The archive couldn’t be made. Prepare it again.</Trans>
          ) : (
            <Trans>An archive with everything, texts and photos, ready in a few minutes.</Trans>
          )}
        </span>
      </SettingRow>
      <Suspense fallback={null}>{open && <DataExportDialog purpose={open} onClose={() => setOpen(null)} />}</Suspense>
    </Card>
  )
}
