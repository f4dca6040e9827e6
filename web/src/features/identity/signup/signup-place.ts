import type { Locale, WebContext } from '@incontro/contract'
import { type VisitFields, visitHere, visitOf } from '#app/visit/visit.ts'

export interface SignupPlace extends VisitFields {
  readonly locale: Locale
  readonly host: string
  readonly ua: string
}

/** Where a sign-up comes from, as the server sees a form that was posted without script. @param search of the visit */
export const placeOf = (
  request: Request,
  { brand, locale, origin }: Pick<WebContext, 'brand' | 'locale' | 'origin'>,
  form: FormData,
  search = '',
): SignupPlace => ({
  ...visitOf(search, form),
  country: brand.country,
  locale,
  host: new URL(request.url, origin).hostname,
  ua: request.headers.get('user-agent') ?? '',
})

/** The same in the browser. */
export const placeHere = (form: FormData): SignupPlace => ({
  ...visitHere(form),
  locale: document.documentElement.lang as Locale,
  host: location.hostname,
  ua: navigator.userAgent,
})
