import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from 'react-router'
import { apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { relayCookies } from '#app/server/cookie-relay.ts'
import { attemptSignup } from './signup-attempt.ts'
import { readSignup, type ReadSignup } from './signup-form.ts'
import { placeOf } from './signup-place.ts'

/** The form's data from the server: the regions of the brand's country. */
export const loadSignup = async ({ context }: Pick<LoaderFunctionArgs, 'context'>) => {
  const { api, brand } = context.get(webContext)
  // The form is shown even without regions; submitting it then reports the missing region.
  const regions = await apiOver(api)('GET /api/get/regions/:country', { params: { country: brand.country } }).catch(
    () => [],
  )
  return { regions: regions.map(({ regionName: title }) => title), country: brand.country }
}
export type SignupData = Awaited<ReturnType<typeof loadSignup>>

/** Without script: checks the posted form and registers on the server. */
export const signupAction = async ({ request, context }: ActionFunctionArgs, read: ReadSignup = readSignup) => {
  const web = context.get(webContext)
  const { search } = new URL(request.url, web.origin)
  const form = await request.formData()
  const relay = relayCookies(web.api)
  const tried = await attemptSignup(relay.send, read(form, search), placeOf(request, web, form, search), search)
  return 'clickid' in tried ? redirect('/find', { status: 303, headers: relay.headers }) : tried
}
