import type { LoaderFunctionArgs } from 'react-router'
import { apiOver, type ReplyOf, type Sender } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { loadSignup } from '#features/identity/index.ts'

/** Three random reviews; the page also works without them. */
export const threeReviews = (send: Sender) =>
  apiOver(send)('GET /api/reviews', { query: { count: 3 } }).catch((): ReplyOf<'GET /api/reviews'> => [])

/** The current figures; the page also works without them. */
export const measuredClaims = (send: Sender) =>
  apiOver(send)('GET /api/claims', {}).catch((): ReplyOf<'GET /api/claims'> => [])

/** The data of a landing page with the sign-up form. */
export const loadSignupLanding = async (call: Pick<LoaderFunctionArgs, 'context'>) => {
  const [signup, reviews] = await Promise.all([loadSignup(call), threeReviews(call.context.get(webContext).api)])
  return { signup, reviews }
}
export type SignupLandingData = Awaited<ReturnType<typeof loadSignupLanding>>
