import { Trans, useLingui } from '@lingui/react/macro'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { apiOver, type ReplyOf } from '../../app/api.ts'
import { PageHead } from '../../app/page-head.tsx'
import { webContext } from '../../app/server-context.ts'
import { useSite } from '../../app/site.ts'
import type { VisitorHandle } from '../../app/visitor-layout.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import layout from '../../styles/layout.module.css'
import text from '../../styles/text.module.css'
import { Benefits, Steps } from './landing-parts.tsx'
import { HeroStage } from './hero-stage.tsx'
import styles from './landing.module.css'
import { Organisation } from './organisation.tsx'
import { Reviews } from './reviews.tsx'

export const handle: VisitorHandle = { script: false, header: 'over' }

/** Members start at the search. For everybody else three reviews; a page without them is still a page. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { api: send, session } = context.get(webContext)
  if (session) throw redirect('/find')
  const api = apiOver(send)
  const reviews = await api('GET /api/reviews', { query: { count: 3 } }).catch((): ReplyOf<'GET /api/reviews'> => [])
  // What an advertisement added to the address stays on the way to the form.
  return { reviews, visit: new URL(request.url).search }
}

export default function Landing() {
  const { t } = useLingui()
  const { brand } = useSite()
  const { reviews, visit } = useLoaderData<typeof loader>()
  return (
    <main id="main">
      <PageHead whole title={`${brand.title} · ${brand.tagline.headline}`} description={brand.tagline.subtitle} />
      <Organisation />
      <section className={styles.hero}>
        <div className={classNames(layout.page, styles.inner)}>
          <div className={classNames(layout.stack, layout.g6)}>
            <h1 className={classNames(text.display, styles.headline)}>{brand.tagline.headline}</h1>
            <p className={styles.lede}>{brand.tagline.subtitle}</p>
            <div className={styles.calls}>
              <ButtonLink href={`/signup${visit}`} size="lg" reload><Trans>Registrati gratis</Trans></ButtonLink>
              <ButtonLink href="/login" size="lg" variant="sec" reload><Trans>Accedi</Trans></ButtonLink>
            </div>
            <p className={classNames(text.sm, text.muted, styles.small)}>
              <Trans>Registrarsi è gratis e richiede un paio di minuti. Devi avere almeno 18 anni.</Trans>
            </p>
          </div>
          <HeroStage />
        </div>
      </section>
      <section className={classNames(layout.section, layout.page)} aria-label={t`Perché qui`}>
        <div className={layout.sectionHead}><h2 className={text.h1}><Trans>Fatto per conoscersi davvero</Trans></h2></div>
        <Benefits />
      </section>
      <section className={classNames(layout.section, layout.page, styles.tight)}>
        <div className={layout.sectionHead}><h2 className={text.h1}><Trans>Come funziona</Trans></h2></div>
        <Steps />
      </section>
      <section className={layout.page}>
        <div className={layout.sectionHead}><h2 className={text.h1}><Trans>Cosa dicono le persone iscritte</Trans></h2></div>
        <Reviews reviews={reviews} />
        <p className={styles.more}><a className={text.link} href="/reviews"><Trans>Leggi altre recensioni</Trans></a></p>
      </section>
    </main>
  )
}
