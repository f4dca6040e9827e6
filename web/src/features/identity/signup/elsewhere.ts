import { ApiProblem } from '#app/api/api.ts'
import { visitQuery } from '#app/visit/address.ts'

/**
 * For code 1006, the sign-up page of the brand that serves the country, with the visit's parameters; undefined for
 * other failures.
 */
export const elsewhereOf = (error: unknown, search: string): string | undefined => {
  const to = error instanceof ApiProblem && error.code === '1006' ? error.redirect : undefined
  return to !== undefined && /^https?:\/\//.test(to) ? to + visitQuery(search) : undefined
}
