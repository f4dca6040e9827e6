import type { LoaderFunctionArgs } from 'react-router'
import { apiOver, type ReplyOf, type Sender } from '../../../app/api/api.ts'
import { webContext } from '../../../app/server/server-context.ts'
import { loadSignup } from '../../identity/index.ts'

/** Three reviews at random; a page without them is still a page. */
export const threeReviews = (send: Sender) =>
  apiOver(send)('GET /api/reviews', { query: { count: 3 } }).catch((): ReplyOf<'GET /api/reviews'> => [])

/** The figures that hold today; a page without them is still a page. */
export const measuredClaims = (send: Sender) =>
  apiOver(send)('GET /api/claims', {}).catch((): ReplyOf<'GET /api/claims'> => [])

/** What a landing with the form on it shows. */
export const loadSignupLanding = async (call: Pick<LoaderFunctionArgs, 'context'>) => {
  const [signup, reviews] = await Promise.all([loadSignup(call), threeReviews(call.context.get(webContext).api)])
  return { signup, reviews }
}
export type SignupLandingData = Awaited<ReturnType<typeof loadSignupLanding>>
