import { Trans, useLingui } from '@lingui/react/macro'
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
} from 'react-router'
import { webContext } from '#app/server/server-context.ts'
import { useSite } from '#app/brand/site.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { useVisitLinks } from '#app/visit/use-visit-links.ts'
import { FormPage, OtherForm } from './form-page.tsx'
import { GoogleButton } from '../google/google-button.tsx'
import { signupInBrowser } from './signup-browser.ts'
import { SignupForm } from './signup-fields.tsx'
import { loadSignup, signupAction } from './signup-server.ts'

export const handle: VisitorHandle = { header: 'none', script: 'later' }

export const loader = async (call: LoaderFunctionArgs) => {
  if (call.context.get(webContext).session) throw redirect('/find')
  return loadSignup(call)
}

export const action = (call: ActionFunctionArgs) => signupAction(call)
export const clientAction = (call: ClientActionFunctionArgs) => signupInBrowser(call)

// The regions do not change when the form is refused.
export const shouldRevalidate = () => false

export default function Signup() {
  const { t } = useLingui()
  const { brand } = useSite()
  const data = useLoaderData<typeof loader>()
  const { signIn } = useVisitLinks()
  return (
    <FormPage
      title={t({ message: 'Create your profile', context: 'invitation' })}
      description={t`Join ${brand.title} for free: a couple of minutes, no card needed, adults only.`}
      intro={<Trans>You’re two minutes away from your first hello. Add a few lines about yourself later.</Trans>}
      other={
        <OtherForm href={signIn}>
          <Trans>
            <span>Already have a profile?</span> Sign in
          </Trans>
        </OtherForm>
      }
    >
      <GoogleButton />
      <SignupForm data={data} />
    </FormPage>
  )
}
