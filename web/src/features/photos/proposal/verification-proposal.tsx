import type { VerificationView } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { lazyDialog } from '#components/dialogs/lazy-dialog.ts'
import { Note } from '#components/feedback/note.tsx'
import layout from '#styles/layout.module.css'
import { verificationQuery } from '../album/verification-query.ts'

const VerificationDialog = lazyDialog(() => import('../album/verification-dialog.tsx'))

/**
 * Proposes to have the main photo verified, in the page and not above it, until the member has answered. `rendered` came
 * with the document.
 */
export const VerificationProposal = ({ rendered }: { readonly rendered: VerificationView | null | undefined }) => {
  const { t, i18n } = useLingui()
  const {
    session: { clickid: trackerId, emailConfirmed },
  } = useSession()
  const client = useQueryClient()
  const query = verificationQuery(trackerId)
  // Photos are for members who have confirmed their address.
  const { data } = useQuery({ ...query, enabled: emailConfirmed, initialData: rendered ?? undefined })
  const { busy, failure, attempt } = useAttempt()
  const [open, setOpen] = useState(false)
  const show = (next: VerificationView) => client.setQueryData(query.queryKey, next)
  if (data?.isProposed !== true && !open) return null
  const decline = () =>
    attempt(async () =>
      show(await api('POST /api/photos/:trackerId/verification/decline', { params: { trackerId }, body: {} })),
    )
  return (
    <section aria-label={t`Photo verification`}>
      {data?.isProposed && (
        <Note icon={BadgeCheck}>
          <Trans>
            Whoever liked you will want to know it’s really you. A person compares a gesture of yours with your main
            photo, and the verification mark appears next to your name.
          </Trans>
          <span className={`${layout.row} ${layout.g2}`}>
            <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              <Trans>Verify the photo</Trans>
            </Button>
            <Button size="sm" variant="sec" busy={busy && <Trans>One moment…</Trans>} onClick={() => void decline()}>
              <Trans>No thanks</Trans>
            </Button>
          </span>
          {failure && <span role="alert">{i18n._(failure)}</span>}
        </Note>
      )}
      <Suspense fallback={null}>
        {open && <VerificationDialog trackerId={trackerId} onChange={show} onClose={() => setOpen(false)} />}
      </Suspense>
    </section>
  )
}
