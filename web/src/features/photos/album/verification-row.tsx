import type { VerificationRefusal, VerificationView } from '@incontro/contract'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { api } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useDate } from '#app/i18n/date.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { lazyDialog } from '#components/dialogs/lazy-dialog.ts'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { classNames } from '#styles/class-names.ts'
import text from '#styles/text.module.css'
import styles from './verification.module.css'
import { verificationQuery } from './verification-query.ts'

const VerificationDialog = lazyDialog(() => import('./verification-dialog.tsx'))

const refusals = {
  another_person: msg`It isn’t clear that you are the person in your main photo.`,
  another_gesture: msg`The gesture isn’t the one we asked for.`,
  unclear: msg`The picture is too dark or blurred.`,
} as const satisfies Record<VerificationRefusal, object>

const About = ({ verification: { state, refusal, decidedAt, isPossible } }: { verification: VerificationView }) => {
  const { i18n } = useLingui()
  const date = useDate()
  if (state === 'sent') return <Trans>A person looks at it, then the picture of the gesture is deleted.</Trans>
  if (state === 'approved' && decidedAt) {
    const day = date(new Date(decidedAt), 'On')
    return <Trans>On {day} a person compared your gesture with your main photo. If you change it, the mark goes.</Trans>
  }
  if (state === 'refused' && refusal)
    return (
      <>
        {i18n._(refusals[refusal])} <Trans>You can try again with another gesture.</Trans>
      </>
    )
  if (!isPossible) return <Trans>You need an approved main photo to be compared with.</Trans>
  return <Trans>Make a gesture in front of the camera: a person compares it with your main photo.</Trans>
}

const Title = ({ approved = false, children }: { readonly approved?: boolean; readonly children?: ReactNode }) => (
  <p className={styles.title}>
    <span className={classNames(styles.icon, approved && styles.verified)}>
      <Icon of={BadgeCheck} />
    </span>
    <Trans>Photo verification</Trans>
    {children}
  </p>
)

/** Whether the main photo is verified, and the button that starts the verification. */
export const VerificationRow = () => {
  const { t, i18n } = useLingui()
  const {
    session: { clickid: trackerId },
  } = useSession()
  const client = useQueryClient()
  const query = verificationQuery(trackerId)
  const { data, isError } = useQuery(query)
  const { busy, failure, attempt } = useAttempt()
  const [open, setOpen] = useState(false)
  const show = (next: VerificationView) => client.setQueryData(query.queryKey, next)
  if (!data)
    return isError ? null : (
      <div className={styles.row} aria-busy>
        <Title />
        <Skeleton className={classNames(text.sm, styles.line)} />
        <Skeleton className={styles.wait} />
      </div>
    )
  const { state } = data
  const isOver = state === 'sent' || state === 'approved'
  const withdraw = () =>
    attempt(async () => show(await api('DELETE /api/photos/:trackerId/verification', { params: { trackerId } })))
  return (
    <div className={styles.row} role="group" aria-label={t`Photo verification`}>
      <Title approved={state === 'approved'}>
        {state === 'sent' && (
          <Badge tone="info">
            <Trans>Being checked</Trans>
          </Badge>
        )}
        {state === 'approved' && (
          <Badge tone="ok">
            <Trans>Verified</Trans>
          </Badge>
        )}
        {state === 'refused' && (
          <Badge tone="bad">
            <Trans>Not confirmed</Trans>
          </Badge>
        )}
      </Title>
      <p className={classNames(text.sm, text.muted)}>
        <About verification={data} />
      </p>
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      {isOver ? (
        <Button size="sm" variant="sec" busy={busy && <Trans>One moment…</Trans>} onClick={() => void withdraw()}>
          {state === 'sent' ? <Trans>Cancel the verification</Trans> : <Trans>Remove the verification</Trans>}
        </Button>
      ) : (
        data.isPossible && (
          <Button size="sm" variant="sec" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {state === 'refused' ? <Trans>Try again</Trans> : <Trans>Verify the photo</Trans>}
          </Button>
        )
      )}
      <Suspense fallback={null}>
        {open && <VerificationDialog trackerId={trackerId} onChange={show} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  )
}
