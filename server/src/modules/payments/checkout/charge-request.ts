import type { FastifyRequest } from 'fastify'
import type { Principal, Site } from '#platform/caller.ts'
import { webhookPath, type Connection } from '../connections.ts'
import type { BrowserFacts, Order } from './check-order.ts'
import type { BrowserInfo, ChargeRequest } from '../port.ts'

interface Facts {
  readonly attemptId: string
  readonly connection: Connection
  readonly paymentSystem: string
  readonly member: Principal
  readonly email: string
  readonly site: Site
  readonly ip: string
  readonly descriptor: string
  readonly order: Order
  readonly body: BrowserFacts
  readonly request: FastifyRequest
}

/**
 * Builds the charge sent to the provider: amounts and names are ours; only the browser's description comes from the
 * body.
 */
export function chargeRequest({
  attemptId,
  connection,
  paymentSystem,
  member,
  email,
  site,
  ip,
  descriptor,
  order,
  body,
  request,
}: Facts): ChargeRequest {
  return {
    reference: attemptId,
    idempotencyKey: attemptId,
    amount: { minor: order.amountMinor, currency: order.plan.currency },
    source: order.source,
    shopper: {
      reference: member.memberId,
      email,
      locale: `${member.locale}-${member.country}`,
      ip,
      country: member.country,
    },
    returnUrl: `${site.origin}/paymentCheck/${paymentSystem}?reference=${attemptId}`,
    webhookUrl: `${site.origin}${webhookPath(connection)}`,
    origin: site.origin,
    browser: browserOf(body, request),
    descriptor,
  }
}

function browserOf(body: BrowserFacts, { headers }: FastifyRequest): BrowserInfo {
  return {
    userAgent: headers['user-agent'] ?? body.userAgent ?? '',
    acceptHeader: headers.accept ?? '*/*',
    language: body.language ?? 'it',
    screenHeight: body.screenHeight ?? 800,
    screenWidth: body.screenWidth ?? 400,
    colorDepth: body.screenColorDepth ?? 24,
    timeZoneOffset: body.timezone ?? 0,
    javaEnabled: body.javaEnabled ?? false,
    javaScriptEnabled: body.javascriptEnabled ?? true,
  }
}
