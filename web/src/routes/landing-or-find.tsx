import { lazy } from 'react'
import type {
  ActionFunctionArgs,
  ClientActionFunctionArgs,
  LoaderFunctionArgs,
  ShouldRevalidateFunctionArgs,
} from 'react-router'
import type { ScriptHandle } from '../app/server/page-script.ts'
import { webContext } from '../app/server/server-context.ts'
import { useSite } from '../app/brand/site.ts'
import { Find, loadFind } from '../features/discovery/index.ts'
import { signupAction, signupInBrowser } from '../features/identity/index.ts'
import { loadSignupLanding } from '../features/site/index.ts'

// Members have the search at hand; what only a visitor needs is fetched by visitors.
const FindLanding = lazy(() => import('./landing-find.tsx'))

// The form works before its script does, as on the other pages that have it; the search is nothing without.
export const handle: ScriptHandle = { script: { visitor: 'later' } }

/** `/find`: the search of a member, the sign-up landing of everybody else. */
export const loader = async (call: LoaderFunctionArgs) =>
  call.context.get(webContext).session ? loadFind(call) : loadSignupLanding(call)

/** Navigation within the site asks the API itself, without a detour over the page's data. */
export const clientLoader = () => null

export const action = (call: ActionFunctionArgs) => signupAction(call)
export const clientAction = (call: ClientActionFunctionArgs) => signupInBrowser(call)

// A form that comes back leaves the regions and the reviews as they are.
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod !== 'POST' && defaultShouldRevalidate

export default function LandingOrFind() {
  return useSite().session ? <Find /> : <FindLanding />
}
