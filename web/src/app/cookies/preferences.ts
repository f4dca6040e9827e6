import { type ActionFunctionArgs, redirect } from 'react-router'
import { apiOver } from '../api/api.ts'
import { cookieChoice } from './cookie-choice.ts'
import { choiceCookie } from './cookies.ts'
import { keepChoice } from './keep-choice.ts'
import { safePath } from '../visit/safe-path.ts'
import { webContext } from '../server/server-context.ts'

const sameSitePath = (referer: string | null, origin: string) => {
  if (!referer || !URL.canParse(referer)) return '/'
  const from = new URL(referer)
  return from.origin === origin ? safePath(from.pathname + from.search) : '/'
}

/** Stores the visitor's choice (cookies, theme) in cookies and redirects to the page that it came from. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const web = context.get(webContext)
  const { brand, origin, session, locale, api } = web
  const form = await request.formData()
  const headers = new Headers()
  const theme = form.get('theme')
  if (theme === 'light' || theme === 'dark')
    headers.append('set-cookie', choiceCookie('theme', theme, origin.startsWith('https:')))
  if (theme === 'system') headers.append('set-cookie', 'theme=; Path=/; Max-Age=0; SameSite=Lax')
  const allowed = cookieChoice(form, brand.cookiePurposes)
  if (allowed) {
    for (const cookie of await keepChoice(web, allowed)) headers.append('set-cookie', cookie)
    if (session) await apiOver(api)('POST /api/consents/cookies', { body: { ...allowed, l: locale } })
  }
  return redirect(sameSitePath(request.headers.get('referer'), origin), { status: 303, headers })
}

export const loader = () => redirect('/')
