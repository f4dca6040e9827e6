import { Trans } from '@lingui/react/macro'
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
} from 'react-router'
import { apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { useSite } from '#app/brand/site.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import {
  AutoSignupForm,
  GoogleButton,
  isMail,
  mailOf,
  readAutoSignup,
  signupAction,
  signupInBrowser,
} from '#features/identity/index.ts'
import { readAddress } from '#app/visit/address.ts'
import { loadSignupLanding } from './landing-server.ts'
import { SignupLanding, signupLandingHandle } from './landing-signup.tsx'

export const handle: VisitorHandle = { ...signupLandingHandle, script: 'later' }

/**
 * Without an address in the link, redirects to the full form with the same query, and logs it so that operators notice
 * broken links.
 */
const needMail = async ({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>) => {
  const { search } = new URL(request.url)
  const mail = mailOf(search)
  if (isMail(mail)) return
  const { campid, tid } = readAddress(search)
  const messageText = `${mail === '' ? 'no mail' : 'no address in mail'}, campaign ${campid ?? 'none'}`
  // The log is for operators; the visitor is redirected without it.
  await apiOver(context.get(webContext).api)('POST /api/log/client', {
    body: { subject: 'asignup', messageText, page: '/asignup', ...(tid === undefined ? {} : { clickid: tid }) },
  }).catch(() => undefined)
  throw redirect(`/find${search}`)
}

export const loader = async (call: LoaderFunctionArgs) => {
  if (call.context.get(webContext).session) throw redirect('/find')
  await needMail(call)
  return loadSignupLanding(call)
}

export const action = async (call: ActionFunctionArgs) => {
  await needMail(call)
  return signupAction(call, readAutoSignup)
}
export const clientAction = (call: ClientActionFunctionArgs) => signupInBrowser(call, readAutoSignup)
export const shouldRevalidate = () => false

/** Auto-signup for visitors whose address is in a partner's link (section 5). */
export default function AutoSignup() {
  const { brand } = useSite()
  const { signup, reviews } = useLoaderData<typeof loader>()
  return (
    <SignupLanding
      mainstream={brand.mainstream}
      reviews={reviews}
      intro={<Trans>A few more things and you’re in. Add a few lines about yourself later.</Trans>}
    >
      <GoogleButton />
      <AutoSignupForm data={signup} />
    </SignupLanding>
  )
}
