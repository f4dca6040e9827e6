import { type LoaderFunctionArgs, redirect } from 'react-router'
import { visitQuery } from '../app/visit/address.ts'
import { webContext } from '../app/server/server-context.ts'

/** Entrances that are no page of their own, and the member's page behind each (spec section 2). */
const behind: Record<string, string | undefined> = { '/paymentpage': '/vip_plan/cred' }

/** Any other path leads a member to the search and everybody else to the home page, with the visit's parameters. */
export const loader = ({ request, context }: LoaderFunctionArgs) => {
  const { pathname, search } = new URL(request.url)
  const page = behind[pathname.replace(/\/+$/, '').toLowerCase()]
  if (context.get(webContext).session) return redirect(page ?? '/find')
  return redirect(`/${visitQuery(search, page === undefined ? {} : { next: page })}`)
}
