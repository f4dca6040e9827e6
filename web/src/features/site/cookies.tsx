import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { readCookie } from '../../app/cookies.ts'
import { PageHead } from '../../app/page-head.tsx'
import type { VisitorHandle } from '../../app/visitor-layout.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { classNames } from '../../components/class-names.ts'
import { Note } from '../../components/note.tsx'
import { SegmentedControl } from '../../components/segmented-control.tsx'
import layout from '../../styles/layout.module.css'
import text from '../../styles/text.module.css'
import styles from './legal.module.css'

export const handle: VisitorHandle = { script: false, cookieBar: false }

/** What this browser was told; nothing is allowed before somebody allows it. */
export const loader = ({ request }: LoaderFunctionArgs) => {
  const cookies = request.headers.get('cookie')
  return {
    chosen: readCookie(cookies, 'cookiePolicy') !== undefined,
    analytics: readCookie(cookies, 'analytics') === 'true',
    remarketing: readCookie(cookies, 'remarketing') === 'true',
  }
}

const Purpose = ({ title, children, choice }: { title: ReactNode; children: ReactNode; choice?: ReactNode }) => (
  <Card className={styles.purpose}>
    <h2 className={text.h3}>{title}</h2>
    <p className={text.muted}>{children}</p>
    {choice}
  </Card>
)

/** The consent centre: what each purpose means, what is chosen, and the same weight for yes and no. A form, so that it works without script. */
export default function Cookies() {
  const { t } = useLingui()
  const { chosen, analytics, remarketing } = useLoaderData<typeof loader>()
  const choice = (name: string, label: string, allowed: boolean) => (
    <SegmentedControl
      label={label} name={name} id={name} defaultValue={allowed ? 'true' : 'false'}
      options={[{ value: 'false', label: t`No` }, { value: 'true', label: t`Sì` }]}
    />
  )
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <PageHead title={t`Preferenze cookie`} />
      <h1 className={text.h1}><Trans>Preferenze cookie</Trans></h1>
      <p className={classNames(text.muted, styles.intro)} role="status">
        {chosen
          ? <Trans>Qui sotto vedi che cosa hai scelto con questo browser. Puoi cambiarlo quando vuoi.</Trans>
          : <Trans>Non hai ancora scelto: finché non lo fai, vale no per tutto ciò che è facoltativo.</Trans>}
      </p>
      <form className={styles.choices} method="post" action="/preferences">
        <Note><Trans>Per ora qui non gira nulla di facoltativo: la tua scelta varrà se un giorno lo aggiungeremo.</Trans></Note>
        <Purpose title={<Trans>Necessari</Trans>}>
          <Trans>Ti tengono collegato e ricordano la lingua, il tema e questa scelta. Senza, il servizio non funziona: sono sempre attivi.</Trans>
        </Purpose>
        <Purpose title={<Trans>Statistiche</Trans>} choice={choice('analytics', t`Permetti le statistiche`, analytics)}>
          <Trans>Contano le visite alle pagine, senza pubblicità e senza passare dati ad altri.</Trans>
        </Purpose>
        <Purpose title={<Trans>Promemoria promozionali</Trans>} choice={choice('remarketing', t`Permetti i promemoria`, remarketing)}>
          <Trans>Ricordano che hai cominciato un’iscrizione o un acquisto, per scriverti una volta.</Trans>
        </Purpose>
        <div className={styles.answers}>
          <Button type="submit" variant="sec" name="cookiePolicy" value="necessary"><Trans>Rifiuta tutto</Trans></Button>
          <Button type="submit" variant="sec" name="cookiePolicy" value="chosen"><Trans>Salva la scelta</Trans></Button>
          <Button type="submit" variant="sec" name="cookiePolicy" value="all"><Trans>Accetta tutto</Trans></Button>
        </div>
        <p><a className={text.link} href="/legal/cookie"><Trans>Leggi nel dettaglio</Trans></a></p>
      </form>
    </main>
  )
}
