import { Trans, useLingui } from '@lingui/react/macro'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { apiOver } from '#app/api/api.ts'
import { type Allowed, purposes } from '#app/cookies/cookie-choice.ts'
import { keepChoice } from '#app/cookies/keep-choice.ts'
import { PageHead } from '#app/seo/page-head.tsx'
import { webContext } from '#app/server/server-context.ts'
import { useSite } from '#app/brand/site.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { classNames } from '#styles/class-names.ts'
import { Note } from '#components/feedback/note.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { ConsentCentre } from './consent-centre.tsx'
import styles from './consents.module.css'
import { CookieForm } from './cookie-form.tsx'

export const handle: VisitorHandle = { script: false, cookieBar: false }

/** Loads this browser's choices and a signed-in member's consents. Nothing is allowed before it is chosen. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { session, api, cookieChoice } = context.get(webContext)
  const browser = {
    chosen: cookieChoice.chosen,
    allowed: { analytics: cookieChoice.analytics, remarketing: cookieChoice.remarketing } satisfies Allowed,
  }
  if (!session) return { browser, member: null }
  const call = apiOver(api)
  const [consents, { notices }] = await Promise.all([call('GET /api/consents', {}), call('GET /api/mail-lists', {})])
  return { browser, member: { consents, notices } }
}

const kinds = ['promotion', 'third_party', ...purposes] as const

/** Handles a control: stores a member's decision with its text, and updates this browser's cookie. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const web = context.get(webContext)
  const call = apiOver(web.api)
  const form = await request.formData()
  const granted = form.get('granted') === 'true'
  const kind = kinds.find((one) => one === form.get('kind'))
  const headers = new Headers()
  if (!web.session) return redirect('/login?next=/cookies', 303)
  if (kind) {
    await call('POST /api/consents', { body: { kind, granted, l: web.locale } })
    if (purposes.some((one) => one === kind)) {
      const { optional } = await call('GET /api/consents', {})
      const allows = (purpose: string) => optional.some((one) => one.kind === purpose && one.granted)
      for (const cookie of await keepChoice(web, {
        analytics: allows('analytics'),
        remarketing: allows('remarketing'),
      }))
        headers.append('set-cookie', cookie)
    }
  }
  if (form.get('list') === 'notices' && granted) await call('POST /api/mail-lists', { body: { list: 'notices' } })
  return redirect(kind ? `/cookies#${kind}` : '/cookies', { status: 303, headers })
}

/** The consent centre: each purpose, its current choice, and equally prominent yes and no. */
export default function Cookies() {
  const { t } = useLingui()
  const {
    brand: { cookiePurposes },
  } = useSite()
  const {
    browser: { chosen, allowed },
    member,
  } = useLoaderData<typeof loader>()
  return (
    <main id="main" className={classNames(layout.page, styles.page, !member && styles.narrow)}>
      <PageHead title={member ? t`Privacy and consents` : t`Cookie preferences`} />
      <h1 className={text.h1}>{member ? <Trans>Privacy and consents</Trans> : <Trans>Cookie preferences</Trans>}</h1>
      <p className={classNames(text.muted, styles.intro)} role="status">
        {member && (
          <Trans>
            Everything you said yes or no to, with the text, the language and the time. Change your mind here.
          </Trans>
        )}
        {!member && chosen && (
          <Trans>Below is what you’ve chosen in this browser. You can change it whenever you like.</Trans>
        )}
        {!member && !chosen && cookiePurposes.length > 0 && (
          <Trans>You haven’t chosen yet: until you do, everything optional counts as no.</Trans>
        )}
      </p>
      <div className={layout.stack}>
        <Note>
          <Trans>Nothing optional runs here at present: your choice will count if we ever add it.</Trans>
        </Note>
        {member ? <ConsentCentre {...member} /> : <CookieForm allowed={allowed} />}
      </div>
      <p className={styles.end}>
        <a className={text.link} href="/legal/cookie">
          <Trans>Read the details</Trans>
        </a>
      </p>
    </main>
  )
}
