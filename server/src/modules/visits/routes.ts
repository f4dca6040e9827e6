import { routes } from '@incontro/contract'
import type { Http } from '../../platform/http/bind.ts'

/** Answers how the server sees this browser. Nothing is kept: a visit lives in the browser until somebody registers. */
export function visitRoutes(http: Http): void {
  http.bind(
    routes.lookUpIp,
    async ({ ip, request }) => ({ ip: plainAddress(ip), ua: (request.headers['user-agent'] ?? '').slice(0, 512) }),
    {
      limit: { max: 30, timeWindow: 60_000 },
    },
  )
}

/** A server that listens on IPv6 sees `::ffff:192.0.2.1` for what everybody else calls `192.0.2.1`. */
const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '')
