import proxyAddr from '@fastify/proxy-addr'
import type { IncomingMessage } from 'node:http'

/** Returns the client's address as Fastify determines it: X-Forwarded-For counts behind these proxies only. */
export function clientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusts = proxyAddr.compile([...trustedProxies])
  return (request) => proxyAddr(request, trusts) ?? request.socket.remoteAddress ?? ''
}
