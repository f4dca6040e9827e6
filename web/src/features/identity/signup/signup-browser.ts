import type { ClientActionFunctionArgs } from 'react-router'
import { leaveFor } from '#app/visit/leave-for.ts'
import { keepTrackerId } from '#app/visit/visit.ts'
import { deviceSignal } from './device-signal.ts'
import { attemptSignup } from './signup-attempt.ts'
import { readSignup, type ReadSignup } from './signup-form.ts'
import { placeHere } from './signup-place.ts'

/** With script, the browser sends the form, so that the password leaves it only encrypted. */
export const signupInBrowser = async (
  { request }: Pick<ClientActionFunctionArgs, 'request'>,
  read: ReadSignup = readSignup,
) => {
  const form = await request.formData()
  const tried = await attemptSignup(
    (path, init) => fetch(path, init),
    read(form, location.search),
    placeHere(form),
    location.search,
    deviceSignal,
  )
  if ('codes' in tried) return tried
  if ('clickid' in tried) keepTrackerId(tried.clickid)
  return leaveFor('elsewhere' in tried ? tried.elsewhere : '/find')
}
