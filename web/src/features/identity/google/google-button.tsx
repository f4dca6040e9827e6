import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '#app/brand/site.ts'
import { Button } from '#components/buttons/button.tsx'
import { classNames } from '#styles/class-names.ts'
import { visitQuery } from '#app/visit/address.ts'
import { useVisitLinks } from '#app/visit/use-visit-links.ts'
import { VisitInputs } from '#app/visit/visit-inputs.tsx'
import styles from './google-button.module.css'
import { InAppHint } from './in-app-hint.tsx'
import { GoogleMark } from './google-mark.tsx'

/** The button alone, in a form of its own, which works without script and sends nothing of another form. */
export const GoogleForm = () => {
  const { search } = useLocation()
  const { next } = useVisitLinks()
  return (
    <>
      <form method="post" action={`/loginWithGoogle/start${visitQuery(search, next === '' ? {} : { next })}`}>
        <VisitInputs />
        <Button type="submit" variant="sec" size="lg" block>
          <GoogleMark />
          <Trans>Continue with Google</Trans>
        </Button>
      </form>
      <InAppHint />
    </>
  )
}

/** Sign-in with Google above a form with an email address, if the installation supports it. */
export const GoogleButton = () => {
  const { google } = useSite()
  if (!google) return null
  return (
    <div className={classNames(styles.way, styles.above)}>
      <GoogleForm />
      <p className={styles.or}>
        <Trans>or with your email</Trans>
      </p>
    </div>
  )
}

/**
 * The sign-in methods without a password, below a form, Google first. The word between is left out if there are none.
 */
export const OtherWays = ({ children }: { readonly children?: ReactNode }) => {
  const { google } = useSite()
  return (
    <div className={classNames(styles.way, styles.below)}>
      <p className={styles.or}>
        <Trans>or</Trans>
      </p>
      {google && <GoogleForm />}
      {children}
    </div>
  )
}
