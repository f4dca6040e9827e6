import { routes } from '@incontro/contract'
import type { Http } from '#platform/http/bind.ts'

/**
 * Returns what the server knows of this browser. Nothing is stored: a visit lives in the browser until registration.
 */
export function visitRoutes(http: Http): void {
  http.bind(
    routes.lookUpIp,
    async ({ ip, request }) => ({ ip: plainAddress(ip), ua: (request.headers['user-agent'] ?? '').slice(0, 512) }),
    {
      limit: { max: 30, timeWindow: 60_000 },
    },
  )
}

/** On IPv6 sockets, `192.0.2.1` appears as `::ffff:192.0.2.1`. */
const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '')
