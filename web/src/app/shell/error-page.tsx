import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import layout from '#styles/layout.module.css'
import styles from './error-page.module.css'
import { HomeLink } from '../brand/logo.tsx'
import { useSiteIfLoaded } from '../brand/site.ts'
import { Title } from '../seo/title.tsx'

/** Shown when rendering or loading failed: a message and a link, but no internal details. */
export const ErrorPage = () => {
  const { t } = useLingui()
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const site = useSiteIfLoaded()
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <div className={styles.frame}>
      {site && (
        <header className={`${layout.page} ${styles.head}`}>
          <HomeLink reload />
        </header>
      )}
      <main id="main" className={styles.main}>
        <Title>{missing ? t`Page not found` : t`Something went wrong`}</Title>
        <EmptyState
          level={1}
          tone="bad"
          icon={CircleAlert}
          title={missing ? <Trans>We can’t find this page</Trans> : <Trans>Something went wrong</Trans>}
          text={
            missing ? (
              <Trans>The link may be old or incomplete.</Trans>
            ) : (
              <Trans>Sorry, that’s our fault, and we’ve logged it. Please try again shortly.</Trans>
            )
          }
          action={
            <>
              {!missing && (
                <ButtonLink href={pathname + search} reload>
                  <Trans>Try again</Trans>
                </ButtonLink>
              )}
              <ButtonLink href="/" variant={missing ? 'pri' : 'sec'} reload>
                <Trans>Back to the home page</Trans>
              </ButtonLink>
            </>
          }
        />
      </main>
    </div>
  )
}
