import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from 'react-router'
import { visitQuery } from '#app/visit/address.ts'
import { webContext } from '#app/server/server-context.ts'

/** Entry points without a page of their own, and the member page that each leads to (section 2). */
const behind: Record<string, string | undefined> = {
  '/paymentpage': '/vip_plan/cred',
  '/rate_plan': '/vip_plan/cred',
}

/** Redirects any other path, with the visit's parameters: members to the search, visitors to the home page. */
export const loader = ({ request, context }: LoaderFunctionArgs) => {
  const { pathname, search } = new URL(request.url)
  const page = behind[pathname.replace(/\/+$/, '').toLowerCase()]
  if (context.get(webContext).session) return redirect(page ?? '/find')
  return redirect(`/${visitQuery(search, page === undefined ? {} : { next: page })}`)
}

/**
 * A photo that another app shares, where no service worker takes it: the album asks for it again. Without a route of its
 * own, of which every page would load the name.
 */
export const action = ({ request }: ActionFunctionArgs) => {
  if (new URL(request.url).pathname !== '/share') throw new Response(null, { status: 405 })
  return redirect('/profile?shared', 303)
}
