import { type ActionFunctionArgs, redirect } from 'react-router'
import { apiOver } from './api.ts'
import { cookieChoice, purposes } from './cookie-choice.ts'
import { choiceCookie } from './cookies.ts'
import { safePath } from './safe-path.ts'
import { webContext } from './server-context.ts'

const sameSitePath = (referer: string | null, origin: string) => {
  if (!referer || !URL.canParse(referer)) return '/'
  const from = new URL(referer)
  return from.origin === origin ? safePath(from.pathname + from.search) : '/'
}

/** Keeps what a visitor chose (cookies, theme) in cookies and goes back to the page they came from. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { brand, origin, session, locale, api } = context.get(webContext)
  const form = await request.formData()
  const secure = origin.startsWith('https:')
  const headers = new Headers()
  const keep = (name: string, value: string, days?: number) => headers.append('set-cookie', choiceCookie(name, value, secure, days))
  const forget = (name: string) => headers.append('set-cookie', `${name}=; Path=/; Max-Age=0; SameSite=Lax`)
  const theme = form.get('theme')
  if (theme === 'light' || theme === 'dark') keep('theme', theme)
  if (theme === 'system') forget('theme')
  const allowed = cookieChoice(form)
  if (allowed) {
    keep('cookiePolicy', 'true', brand.cookieChoiceDays)
    for (const purpose of purposes) keep(purpose, String(allowed[purpose]), brand.cookieChoiceDays)
    if (session) await apiOver(api)('POST /api/consents/cookies', { body: { ...allowed, l: locale } })
  }
  return redirect(sameSitePath(request.headers.get('referer'), origin), { status: 303, headers })
}

export const loader = () => redirect('/')
