import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { CircleAlert, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSite } from '#app/brand/site.ts'
import { ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { GoogleForm } from './google-button.tsx'
import { googleFailure } from './google-failure.ts'

/** A failed sign-in with Google: the reason, and links to continue. `again` sends the same answer again. */
export const GoogleTrouble = ({ code, again }: { readonly code: string; readonly again?: ReactNode }) => {
  const { i18n } = useLingui()
  const { session } = useSite()
  const { title, text } = googleFailure(code)
  // Cancelling is no error.
  const changedMind = code === 'access_denied'
  return (
    <EmptyState
      level={1}
      {...(changedMind ? {} : { tone: 'bad' })}
      icon={changedMind ? Undo2 : CircleAlert}
      role="alert"
      title={i18n._(title)}
      text={i18n._(text)}
      action={
        session ? (
          <>
            {again}
            <ButtonLink href="/settings/security" variant="sec" reload>
              <Trans>Back to your profile</Trans>
            </ButtonLink>
          </>
        ) : (
          <>
            {again ?? <GoogleForm />}
            <ButtonLink href="/login" variant="sec" size="lg" reload>
              <Trans>Use email and password</Trans>
            </ButtonLink>
          </>
        )
      }
    />
  )
}
