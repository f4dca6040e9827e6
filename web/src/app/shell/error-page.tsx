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
        <Title>{missing ? t`Pagina non trovata` : t`Qualcosa è andato storto`}</Title>
        <EmptyState
          level={1}
          tone="bad"
          icon={CircleAlert}
          title={missing ? <Trans>Non troviamo questa pagina</Trans> : <Trans>Qualcosa è andato storto</Trans>}
          text={
            missing ? (
              <Trans>Il link forse è vecchio o incompleto.</Trans>
            ) : (
              <Trans>È un nostro errore e l’abbiamo registrato. Prova di nuovo tra poco.</Trans>
            )
          }
          action={
            <>
              {!missing && (
                <ButtonLink href={pathname + search} reload>
                  <Trans>Riprova</Trans>
                </ButtonLink>
              )}
              <ButtonLink href="/" variant={missing ? 'pri' : 'sec'} reload>
                <Trans>Torna all’inizio</Trans>
              </ButtonLink>
            </>
          }
        />
      </main>
    </div>
  )
}
