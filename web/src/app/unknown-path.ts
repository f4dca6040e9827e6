import { type LoaderFunctionArgs, redirect } from 'react-router'
import { webContext } from './server-context.ts'

// Old entrances that show the registration (spec section 2).
const entrances = new Set(['/asignup', '/ms', '/loginWithGoogle', '/external_email'])

/** Any other path leads a member to the search and everybody else to the home page, the visit's parameters kept. */
export const loader = ({ request, context }: LoaderFunctionArgs) => {
  const { session } = context.get(webContext)
  const url = new URL(request.url)
  if (session) return redirect('/find')
  return redirect(entrances.has(url.pathname) ? `/signup${url.search}` : '/')
}
