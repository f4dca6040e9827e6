import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { ApiProblem, apiOver } from '#app/api/api.ts'
import { useSite } from '#app/brand/site.ts'
import { PageHead } from '#app/seo/page-head.tsx'
import { webContext } from '#app/server/server-context.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { changeOf } from './form-change.ts'
import { ChoicesForm } from './choices-form.tsx'
import { PauseForm } from './pause-form.tsx'
import { SentCard } from './sent-card.tsx'
import { WhenForm } from './when-form.tsx'
import styles from './notifications.module.css'

export const handle: VisitorHandle = { cookieBar: false }

const TelegramCard = lazy(async () => ({ default: (await import('./telegram-card.tsx')).TelegramCard }))
const DevicesCard = lazy(async () => ({ default: (await import('./devices-card.tsx')).DevicesCard }))

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? undefined

/** The settings of the member who is signed in, or of the recipient of a mail’s link; null without either. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { session, api } = context.get(webContext)
  const call = apiOver(api)
  const token = tokenOf(request)
  try {
    const settings = await call('GET /api/notifications/settings', { query: token === undefined ? {} : { token } })
    const { sent } =
      session && settings.by === 'session' ? await call('GET /api/notifications/sent', {}) : { sent: null }
    return { settings, sent }
  } catch (error) {
    if (error instanceof ApiProblem && error.status >= 400 && error.status < 500) return { settings: null, sent: null }
    throw error
  }
}

/** Handles every form of the page. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const call = apiOver(context.get(webContext).api)
  const form = await request.formData()
  const token = tokenOf(request)
  try {
    if (form.get('intent') === 'test') {
      const channel = form.get('channel')
      await call('POST /api/notifications/test', {
        body: { channel: channel === 'push' || channel === 'telegram' ? channel : 'email' },
      })
      return { done: 'test' as const }
    }
    await call('PUT /api/notifications/settings', {
      body: { ...changeOf(form), ...(token === undefined ? {} : { token }) },
    })
    return { done: 'saved' as const }
  } catch (error) {
    return data(
      { done: 'failed' as const },
      { status: error instanceof ApiProblem && error.status >= 400 ? error.status : 500 },
    )
  }
}

/** What a member is notified of, where and when; for members, and by the link of each mail. */
export default function ActiveNotifications() {
  const { t } = useLingui()
  const { session } = useSite()
  const { settings, sent } = useLoaderData<typeof loader>()
  const done = useActionData<typeof action>()?.done
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  if (!settings)
    return (
      <main id="main" className={layout.page}>
        <PageHead title={t`Your notifications`} />
        <EmptyState
          level={1}
          icon={CircleAlert}
          title={<Trans>This link doesn’t open your settings</Trans>}
          text={<Trans>It may be incomplete or old. Use the one in our latest email, or sign in.</Trans>}
          action={
            <ButtonLink href="/login?next=/activeNotifications" reload>
              <Trans>Sign in</Trans>
            </ButtonLink>
          }
        />
      </main>
    )
  const isOwn = settings.by === 'session'
  const hasBot = settings.events.some(({ channels }) => channels.some(({ channel }) => channel === 'telegram'))
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <PageHead title={t`Your notifications`} />
      <h1 className={text.h1}>
        <Trans>Your notifications</Trans>
      </h1>
      <p className={classNames(text.muted, styles.intro)}>
        <Trans>You decide what we tell you, where and when. Nothing here names anyone in an email.</Trans>
      </p>
      <div role="status" className={styles.status}>
        {done === 'saved' && (
          <Note tone="ok">
            <Trans>Saved.</Trans>
          </Note>
        )}
        {done === 'test' && (
          <Note tone="ok">
            <Trans>The test is on its way: below you see what became of it.</Trans>
          </Note>
        )}
        {done === 'failed' && (
          <Note tone="bad">
            <Trans>That didn’t work. Try again shortly.</Trans>
          </Note>
        )}
        {!isOwn && session && (
          <Note>
            <Trans>These are the settings of the account that got the email, not of the one you’re signed in to.</Trans>
          </Note>
        )}
        {settings.mail !== 'reached' && (
          <Note tone="bad">
            {settings.mail === 'bounced' ? (
              <Trans>Our emails to you come back. Give us another address in the settings.</Trans>
            ) : (
              <Trans>Your address isn’t confirmed yet: until then we send no alerts there.</Trans>
            )}
          </Note>
        )}
      </div>
      <div className={styles.columns}>
        <ChoicesForm settings={settings} />
        <div className={layout.stack}>
          <PauseForm pausedUntil={settings.pausedUntil} />
          <WhenForm settings={settings} />
          {sent && <SentCard sent={sent} mail={settings.mail} isTesting={done === 'test'} />}
          {/* Last, since they come with the script, and nothing may move then. */}
          {isOwn && isLive && (
            <Suspense fallback={null}>
              <DevicesCard />
              {hasBot && <TelegramCard />}
            </Suspense>
          )}
        </div>
      </div>
    </main>
  )
}
