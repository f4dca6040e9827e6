import { Trans } from '@lingui/react/macro'
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useLocation,
} from 'react-router'
import { webContext } from '#app/server/server-context.ts'
import { useSite } from '#app/brand/site.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { GoogleButton, signupAction, SignupForm, signupInBrowser } from '#features/identity/index.ts'
import { loadSignupLanding } from './landing-server.ts'
import { SignupLanding, signupLandingHandle } from './landing-signup.tsx'

// The entry points `/ms`, which has the mainstream design on every brand, and `/loginWithGoogle`.

export const handle: VisitorHandle = { ...signupLandingHandle, script: 'later' }

export const loader = async (call: LoaderFunctionArgs) => {
  if (call.context.get(webContext).session) throw redirect('/find')
  return loadSignupLanding(call)
}

export const action = (call: ActionFunctionArgs) => signupAction(call)
export const clientAction = (call: ClientActionFunctionArgs) => signupInBrowser(call)
export const shouldRevalidate = () => false

export default function Entrance() {
  const { brand } = useSite()
  const { signup, reviews } = useLoaderData<typeof loader>()
  const always = /^\/ms\/*$/i.test(useLocation().pathname)
  return (
    <SignupLanding
      mainstream={always || brand.mainstream}
      reviews={reviews}
      intro={<Trans>You’re two minutes away from your first hello. Add a few lines about yourself later.</Trans>}
    >
      <GoogleButton />
      <SignupForm data={signup} />
    </SignupLanding>
  )
}
