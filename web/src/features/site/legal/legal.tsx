import { Trans, useLingui } from '@lingui/react/macro'
import { type LoaderFunctionArgs, redirect, useLoaderData, useParams } from 'react-router'
import { apiOver } from '#app/api/api.ts'
import { PageHead } from '#app/seo/page-head.tsx'
import { webContext } from '#app/server/server-context.ts'
import { useSite } from '#app/brand/site.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { useVisitLinks } from '#app/visit/use-visit-links.ts'
import styles from './legal.module.css'

export const handle: VisitorHandle = { script: false }

const pages = ['terms', 'privacy', 'cookie', 'faq', 'features'] as const
type LegalName = (typeof pages)[number]

/** A legal page in the visitor's language; an unknown name shows the home page (spec section 2). */
export const loader = async ({ params, context }: LoaderFunctionArgs) => {
  const { api, locale, origin } = context.get(webContext)
  const page = pages.find((name) => name === params.page)
  if (!page) throw redirect('/')
  return apiOver(api)('POST /api/legal', { body: { p: page, d: new URL(origin).hostname, l: locale } })
}

export default function Legal() {
  const { t } = useLingui()
  const { brand } = useSite()
  const { page: current } = useParams()
  const { to } = useVisitLinks()
  const { html, title, version } = useLoaderData<typeof loader>()
  const names: Record<LegalName, string> = {
    terms: t`Condizioni`,
    privacy: t`Privacy`,
    cookie: t`Cookie`,
    faq: t`Domande frequenti`,
    features: t`Come funziona`,
  }
  const descriptions: Record<LegalName, string> = {
    terms: t`Le condizioni di ${brand.title}: chi può iscriversi, quanto costa, come si disdice e come si recede.`,
    privacy: t`Quali dati tratta ${brand.title}, perché, per quanto tempo e come farli correggere o cancellare.`,
    cookie: t`Quali cookie usa ${brand.title}, quali solo con il tuo consenso e come cambiare idea.`,
    faq: t`Risposte brevi alle domande su ${brand.title}: profilo, messaggi, crediti, pagamenti e sicurezza.`,
    features: t`Come funziona ${brand.title}: registrarsi, cercare, scrivere. E che cosa è gratis.`,
  }
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <PageHead title={title} description={descriptions[current as LegalName]} />
      <nav className={styles.nav} aria-label={t`Pagine legali`}>
        {pages.map((page) => (
          <a key={page} href={to(`/legal/${page}`)} aria-current={page === current ? 'page' : undefined}>
            {names[page]}
          </a>
        ))}
      </nav>
      <h1 className={text.h1}>{title}</h1>
      {/* oxlint-disable-next-line react/no-danger -- the operator's own Markdown, which the server renders without raw HTML */}
      <div className={styles.body} dangerouslySetInnerHTML={{ __html: html }} />
      <p className={styles.version}>
        <Trans>Versione {version}</Trans>
      </p>
    </main>
  )
}
