import underPressure from '@fastify/under-pressure'
import { locales } from '@incontro/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { i18nFor } from '#platform/text/i18n.ts'
import { Failure } from './problem.ts'

/** Monitoring must be answered especially during overload. */
const watched = new Set(['/healthz', '/readyz', '/metrics'])

/** Value of Retry-After, in seconds. */
export const retryAfter = 3

/**
 * Answers 503 while the event loop lags by more than `maxDelayMs`: accepting more requests would delay all of them
 * until no client waits for the answer any more.
 */
export async function refuseOverload(app: FastifyInstance, maxDelayMs: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    pressureHandler: (request) => {
      if (!watched.has(request.url)) throw new Failure(503)
    },
  })
}

/** Whether the response is shown to a person, in a browser. */
export const asksForPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '')

/** Seconds over which the browsers that were refused in one moment spread their next request. */
const spread = 8

/**
 * Sends a page that depends on nothing that is overloaded, and that asks again by itself for the one that was wanted,
 * after the time in `Retry-After`.
 */
export function sendBusyPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wanted = (request.headers['accept-language'] ?? '').slice(0, 2).toLowerCase()
  const language = locales.find((one) => one === wanted) ?? 'en'
  const i18n = i18nFor(language)
  const title = i18n._('Back in a moment')
  const text = i18n._('The site is very busy at the moment. Please try again in a few seconds.')
  const again = i18n._('Try again')
  const wait = Number(reply.getHeader('retry-after') ?? retryAfter)
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${wait + Math.floor(Math.random() * spread)}">
<title>${title}</title>
<style nonce="${request.nonce}">body{font:1.125rem/1.5 system-ui,sans-serif;margin:15vh auto;max-width:30rem;padding:0 1.5rem;color-scheme:light dark}</style>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="">${again}</a></p>
</html>
`)
}
