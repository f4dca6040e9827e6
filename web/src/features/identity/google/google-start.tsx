import { Trans, useLingui } from '@lingui/react/macro'
import { DoorOpen, ExternalLink } from 'lucide-react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData } from 'react-router'
import { ApiProblem, apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { Title } from '#app/seo/title.tsx'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import layout from '#styles/layout.module.css'
import { readAddress, shaped, shapes } from '#app/visit/address.ts'
import { relayCookies } from '#app/server/cookie-relay.ts'
import { GoogleForm } from './google-button.tsx'
import { GoogleTrouble } from './google-trouble.tsx'

export const handle: VisitorHandle = { script: false, cookieBar: false }

/** Also runs after the action. Opening the URL starts nothing: the page shows the button. */
export const loader = ({ context }: LoaderFunctionArgs) => {
  if (!context.get(webContext).google) throw redirect('/login')
  return null
}

/** Handles the button of every page: starts the sign-in and returns Google's URL. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const relay = relayCookies(context.get(webContext).api)
  const { search, searchParams } = new URL(request.url)
  const form = await request.formData()
  const { src, campid, tid, flowId } = readAddress(search)
  const posted = (name: string, shape: RegExp) => shaped(String(form.get(name) ?? ''), shape)
  try {
    const { url } = await apiOver(relay.send)('POST /api/users/auth/google/start', {
      body: {
        source: src,
        campid,
        clickid: tid,
        flowId: posted('fluxId', shapes.flowId) ?? flowId,
        country: posted('country', shapes.country),
        next: searchParams.get('next')?.slice(0, 2048),
      },
    })
    return data({ url, code: '' }, { headers: relay.headers })
  } catch (error) {
    return data(
      { url: '', code: error instanceof ApiProblem ? error.code : '' },
      { status: error instanceof ApiProblem && error.status >= 400 ? error.status : 502 },
    )
  }
}

/**
 * Navigates to Google from a page instead of redirecting: the content security policy allows forms to lead only to this
 * site (`form-action 'self'`), and browsers apply that to the redirects after a form, too.
 */
export default function GoogleStart() {
  const { t } = useLingui()
  const begun = useActionData<typeof action>()
  return (
    <main id="main" className={layout.page}>
      <Title>{t`Sign in with Google`}</Title>
      {begun?.url === '' && <GoogleTrouble code={begun.code} />}
      {!begun && (
        <EmptyState
          level={1}
          icon={DoorOpen}
          title={<Trans>Sign in with Google</Trans>}
          text={<Trans>Choose your account at Google, then you’ll come back here.</Trans>}
          action={<GoogleForm />}
        />
      )}
      {begun && begun.url !== '' && (
        <>
          <meta httpEquiv="refresh" content={`0;url=${begun.url}`} />
          <EmptyState
            level={1}
            icon={ExternalLink}
            title={<Trans>Taking you to Google</Trans>}
            text={<Trans>If nothing happens, use the button.</Trans>}
            action={
              <ButtonLink href={begun.url} reload>
                <Trans>Go to Google</Trans>
              </ButtonLink>
            }
          />
        </>
      )}
    </main>
  )
}
