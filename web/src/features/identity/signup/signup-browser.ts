import type { Locale } from '@incontro/contract'
import type { ClientActionFunctionArgs } from 'react-router'
import { keepTrackerId, visitHere } from '#app/visit/visit.ts'
import { deviceSignal } from './device-signal.ts'
import { attemptSignup } from './signup-attempt.ts'
import { readSignup, type ReadSignup } from './signup-form.ts'

/** With script, the browser sends the form, so that the password leaves it only encrypted. */
export const signupInBrowser = async (
  { request }: Pick<ClientActionFunctionArgs, 'request'>,
  read: ReadSignup = readSignup,
) => {
  const form = await request.formData()
  const tried = await attemptSignup(
    (path, init) => fetch(path, init),
    read(form, location.search),
    {
      ...visitHere(form),
      locale: document.documentElement.lang as Locale,
      host: location.hostname,
      ua: navigator.userAgent,
    },
    location.search,
    deviceSignal,
  )
  if ('codes' in tried) return tried
  if ('clickid' in tried) keepTrackerId(tried.clickid)
  location.assign('elsewhere' in tried ? tried.elsewhere : '/find')
  return new Promise<never>(() => undefined)
}
