import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { api, ApiProblem } from '#app/api/api.ts'
import { useSite } from '#app/brand/site.ts'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import text from '#styles/text.module.css'
import { googleFailure, GoogleMark } from '#features/identity/index.ts'
import styles from '../cards/profile.module.css'
import { leaveFor } from '#app/visit/leave-for.ts'
import { SettingRow } from '../cards/setting-row.tsx'
import { useReauthentication } from './use-reauthentication.ts'

const PasswordDialog = lazyDialog(() => import('./password-dialog.tsx'))
const key = ['google'] as const

/** Navigates to Google to link the account chosen there; the server may require the password first. */
const goAndLink = async (password?: string): Promise<never> => {
  const { url } = await api('POST /api/users/auth/google/start', {
    body: { link: true, ...(password === undefined ? {} : { password }) },
  })
  return leaveFor(url)
}

const wordsOf = async (error: unknown) => (await googleFailure(error instanceof ApiProblem ? error.code : '')).text

const useGoogleLink = () => {
  const client = useQueryClient()
  const toast = useToast()
  const { attempt, ...reauthentication } = useReauthentication(wordsOf)
  const unlink = async () => {
    await api('DELETE /api/users/auth/google', {})
    await client.invalidateQueries({ queryKey: key })
    toast({ text: <Trans>Google account unlinked.</Trans> })
  }
  return {
    ...reauthentication,
    link: (password?: string) => void attempt(() => goAndLink(password)),
    unlink: () => void attempt(unlink),
  }
}

/** The Google account that can sign in to this profile. */
export const GoogleCard = () => {
  useIdlePreload(PasswordDialog)
  const { google } = useSite()
  const { i18n } = useLingui()
  const { data, isError } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /api/users/auth/google', { signal }),
    enabled: google,
  })
  const { busy, asking, refused, stopAsking, link, unlink } = useGoogleLink()
  if (!google || (isError && !data)) return null
  const { linked, otherSignInMethod } = data ?? { linked: null, otherSignInMethod: true }
  return (
    <Card className={styles.section} id="google" aria-busy={!data}>
      <h3 className={text.h3}>
        <Trans>Google account</Trans>
      </h3>
      {refused && !asking && (
        <Note tone="bad" role="alert">
          {i18n._(refused.words)}
        </Note>
      )}
      {!data && <Skeleton shape="block" />}
      {data && (
        <div className={styles.rows}>
          <SettingRow
            icon={<GoogleMark />}
            title={linked ? linked.email : <Trans>No account linked</Trans>}
            action={
              linked ? (
                otherSignInMethod && (
                  <Button size="sm" variant="sec" busy={busy && <Trans>Unlinking…</Trans>} onClick={unlink}>
                    <Trans>Unlink</Trans>
                  </Button>
                )
              ) : (
                <Button size="sm" variant="sec" busy={busy && <Trans>One moment…</Trans>} onClick={() => link()}>
                  <Trans>Link</Trans>
                </Button>
              )
            }
          >
            {linked ? (
              <Trans>You can sign in with this account, without a password.</Trans>
            ) : (
              <Trans>Link it to sign in without a password. Google sees nothing of what you do here.</Trans>
            )}
          </SettingRow>
        </div>
      )}
      {linked && !otherSignInMethod && (
        <p className={styles.small}>
          <Trans>
            It’s your only way to sign in. To unlink it, first{' '}
            <a className={text.link} href="/forgotPassword">
              choose a password
            </a>{' '}
            or add a passkey.
          </Trans>
        </p>
      )}
      <Suspense fallback={null}>
        {asking && (
          <PasswordDialog
            intro={<Trans>It’s been a while since you signed in: to link an account, enter your password.</Trans>}
            busy={busy}
            refused={refused}
            onPassword={link}
            onClose={stopAsking}
          />
        )}
      </Suspense>
    </Card>
  )
}
