import type { FastifyRequest } from 'fastify'
import type { Principal } from '#platform/caller.ts'
import { chooseLocale, type Languages } from '#platform/text/locale.ts'
import { tokenOf } from './credentials.ts'

/** Browsers get API texts in the language of the pages around them, API clients in the member's. */
export function inPageLanguage(principal: Principal, request: FastifyRequest, brand: Languages): Principal {
  return tokenOf(request)?.from === 'cookie' ? { ...principal, locale: chooseLocale(request, brand) } : principal
}
