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

/** A legal page in the visitor's language; an unknown name shows the home page (section 2). */
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
    terms: t`Terms`,
    privacy: t`Privacy`,
    cookie: t`Cookies`,
    faq: t`Frequently asked questions`,
    features: t`How it works`,
  }
  const descriptions: Record<LegalName, string> = {
    terms: t`The terms of ${brand.title}: who may join, what it costs, how to cancel and how to withdraw.`,
    privacy: t`Which data ${brand.title} processes, why, for how long, and how to have it corrected or erased.`,
    cookie: t`Which cookies ${brand.title} uses, which only with your consent, and how to change your mind.`,
    faq: t`Short answers about ${brand.title}: profile, messages, payments and safety.`,
    features: t`How ${brand.title} works: signing up, searching, writing. And what is free.`,
  }
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <PageHead title={title} description={descriptions[current as LegalName]} />
      <nav className={styles.nav} aria-label={t`Legal pages`}>
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
        <Trans>Version {version}</Trans>
      </p>
    </main>
  )
}
