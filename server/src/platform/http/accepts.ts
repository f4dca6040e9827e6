import type { FastifyRequest } from 'fastify'

/** Whether the client accepts this content encoding. */
export const accepts = (request: FastifyRequest, encoding: 'br' | 'gzip'): boolean =>
  String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((wish) => {
      const [name, quality = ''] = wish.trim().split(/\s*;\s*/)
      return name === encoding && !/^q=0(\.0*)?$/.test(quality)
    })
