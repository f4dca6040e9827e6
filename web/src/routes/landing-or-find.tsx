import { lazy } from 'react'
import type {
  ActionFunctionArgs,
  ClientActionFunctionArgs,
  LoaderFunctionArgs,
  ShouldRevalidateFunctionArgs,
} from 'react-router'
import type { ScriptHandle } from '#app/server/page-script.ts'
import { webContext } from '#app/server/server-context.ts'
import { useSite } from '#app/brand/site.ts'
import { Find, loadFind } from '#features/discovery/index.ts'
import { signupAction, signupInBrowser } from '#features/identity/index.ts'
import { loadSignupLanding } from '#features/site/index.ts'

// The search is bundled with this route for members; visitors load the landing on demand.
const FindLanding = lazy(() => import('./landing-find.tsx'))

// The sign-up form works before its script runs, as on the other pages with it; the search does not.
export const handle: ScriptHandle = { script: { visitor: 'later' } }

/** `/find`: the search for members, the sign-up landing for visitors. */
export const loader = async (call: LoaderFunctionArgs) =>
  call.context.get(webContext).session ? loadFind(call) : loadSignupLanding(call)

/** On navigation within the site the browser calls the API directly instead of the page's loader. */
export const clientLoader = () => null

export const action = (call: ActionFunctionArgs) => signupAction(call)
export const clientAction = (call: ClientActionFunctionArgs) => signupInBrowser(call)

// The regions and reviews do not change when the form is refused.
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod !== 'POST' && defaultShouldRevalidate

export default function LandingOrFind() {
  return useSite().session ? <Find /> : <FindLanding />
}
