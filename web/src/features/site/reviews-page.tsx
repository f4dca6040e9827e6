import { Trans, useLingui } from '@lingui/react/macro'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOver, type ReplyOf } from '../../app/api.ts'
import { PageHead } from '../../app/page-head.tsx'
import { webContext } from '../../app/server-context.ts'
import { useSite } from '../../app/site.ts'
import type { VisitorHandle } from '../../app/visitor-layout.tsx'
import { classNames } from '../../components/class-names.ts'
import layout from '../../styles/layout.module.css'
import text from '../../styles/text.module.css'
import styles from './legal.module.css'
import { Reviews } from './reviews.tsx'

export const handle: VisitorHandle = { script: false }

/** Six at random, by the rules of the decisions; a page without them is still a page. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  apiOver(context.get(webContext).api)('GET /api/reviews', { query: { count: 6 } }).catch((): ReplyOf<'GET /api/reviews'> => [])

export default function ReviewsPage() {
  const { t } = useLingui()
  const { brand } = useSite()
  const reviews = useLoaderData<typeof loader>()
  return (
    <main id="main" className={classNames(layout.page, styles.wide)}>
      <PageHead title={t`Recensioni`} description={t`Che cosa scrivono di ${brand.title} le persone iscritte, critiche comprese, e come raccogliamo le recensioni.`} />
      <h1 className={text.h1}><Trans>Cosa dicono le persone iscritte</Trans></h1>
      <p className={classNames(text.muted, styles.intro)}><Trans>Sei recensioni scelte a caso fra quelle pubblicate: a ogni visita ne vedi altre.</Trans></p>
      <h2 className={text.hidden}><Trans>Recensioni</Trans></h2>
      <Reviews reviews={reviews} />
    </main>
  )
}
