import type { FastifyRequest } from 'fastify'
import type { Principal } from '../../../platform/caller.ts'
import { chooseLocale, type Languages } from '../../../platform/locale.ts'
import { tokenOf } from './credentials.ts'

/** Somebody at a browser reads the API's texts in the language of the pages around them; an API client in their own. */
export function inPageLanguage(principal: Principal, request: FastifyRequest, brand: Languages): Principal {
  return tokenOf(request)?.from === 'cookie' ? { ...principal, locale: chooseLocale(request, brand) } : principal
}
