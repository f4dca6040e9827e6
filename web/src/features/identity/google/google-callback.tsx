import { Trans, useLingui } from '@lingui/react/macro'
import { DoorOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { webContext } from '#app/server/server-context.ts'
import { Title } from '#app/seo/title.tsx'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { SelfSubmittingForm } from '#components/forms/self-submitting-form.tsx'
import { Button } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import layout from '#styles/layout.module.css'
import { leaveFor } from '#app/visit/leave-for.ts'
import { keepTrackerId, visitHere } from '#app/visit/visit.ts'
import { relayCookies } from '#app/server/cookie-relay.ts'
import { type GoogleResult, readGoogleAnswer, sendGoogleAnswer } from './google-answer.ts'
import { GoogleTrouble } from './google-trouble.tsx'

export const handle: VisitorHandle = { cookieBar: false }

/** Google redirects to this page. Loading it changes nothing: only the page's POST signs in (rule 11.13). */
export const loader = ({ request }: LoaderFunctionArgs) => {
  const answer = readGoogleAnswer(new URL(request.url).search)
  if (!answer) throw redirect('/login')
  return { refused: 'error' in answer ? answer.error : null }
}

/** Without script. A full page load brings the new session. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api, origin } = context.get(webContext)
  const answer = readGoogleAnswer(new URL(request.url).search)
  if (!answer || 'error' in answer) throw redirect('/login')
  const relay = relayCookies(api)
  const result = await sendGoogleAnswer(relay.send, answer, {
    brandHost: new URL(origin).hostname,
    ua: (request.headers.get('user-agent') ?? '').slice(0, 512),
  })
  return 'to' in result ? redirectDocument(result.to, { status: 303, headers: relay.headers }) : result
}

/** With script, the browser calls the API itself and adds its stored visit. */
export const clientAction = async (): Promise<GoogleResult> => {
  const answer = readGoogleAnswer(location.search)
  if (!answer || 'error' in answer) return { code: '' }
  const result = await sendGoogleAnswer((path, init) => fetch(path, init), answer, {
    ...visitHere(new FormData()),
    brandHost: location.hostname,
    ua: navigator.userAgent.slice(0, 512),
  })
  if (!('to' in result)) return result
  if (result.clickid !== undefined) keepTrackerId(result.clickid)
  // Replaces the history entry, so that the code does not stay in the browser's history.
  return leaveFor(result.to, 'replace')
}

export const shouldRevalidate = () => false

/** The page's button, which presses itself if script runs. */
const Enter = ({ itself, children }: { itself: boolean; children: ReactNode }) => {
  const busy = useNavigation().state !== 'idle'
  return (
    <SelfSubmittingForm itself={itself}>
      <Button type="submit" size="lg" busy={busy && <Trans context="one tap">Signing in…</Trans>}>
        {children}
      </Button>
    </SelfSubmittingForm>
  )
}

export default function GoogleCallback() {
  const { t } = useLingui()
  const { refused } = useLoaderData<typeof loader>()
  const tried = useActionData<GoogleResult>()
  const code = tried && 'code' in tried ? tried.code : refused
  const again =
    tried && (code === 'google_unreachable' || code === 'offline') ? (
      <Enter itself={false}>
        <Trans>Try again</Trans>
      </Enter>
    ) : undefined
  return (
    <main id="main" className={layout.page}>
      <Title>{t`Sign in with Google`}</Title>
      {code === null ? (
        <EmptyState
          level={1}
          icon={DoorOpen}
          title={<Trans>Almost there</Trans>}
          text={<Trans>Google has told us who you are: one more click.</Trans>}
          action={
            <Enter itself>
              <Trans context="one tap">Sign in</Trans>
            </Enter>
          }
        />
      ) : (
        <GoogleTrouble code={code} {...(again === undefined ? {} : { again })} />
      )}
    </main>
  )
}
