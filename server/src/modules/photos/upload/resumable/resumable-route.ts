import { photoSizeLimit } from '@incontro/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Principal } from '#platform/caller.ts'
import { own, type Http } from '#platform/http/bind.ts'
import { Failure, notSignedIn } from '#platform/http/problem.ts'
import { onlyPictures, tooLarge, type UploadDeps } from '../add-photo.ts'
import type { InPlace, Room } from '../places.ts'
import { uploadsAnHour } from '../receive-file.ts'
import { createUpload } from './uploads.ts'

interface Address {
  Params: { trackerId: string; '*'?: string }
}

const methods = ['POST', 'HEAD', 'PATCH', 'DELETE']
const contentType = 'application/offset+octet-stream'

/**
 * Uploads to the album by the tus protocol (1.0.0, creation and termination): what has arrived when a connection ends
 * need not be sent again, and any process of the installation continues it. Access and limits are those of `uploadPhoto`.
 */
export function resumableRoute(http: Http, deps: UploadDeps, inPlace: InPlace): void {
  const { app } = http
  const admitted = new WeakMap<FastifyRequest, Awaited<ReturnType<Http['admit']>>>()
  // Passed on as it arrives.
  app.addContentTypeParser(contentType, (_request, payload, done) => done(null, payload))
  for (const url of ['/api/upload/:trackerId/resumable', '/api/upload/:trackerId/resumable/*'])
    app.route<Address>({
      method: methods,
      url,
      schema: { hide: true },
      config: { rateLimit: { max: Math.ceil(600 * http.limitFactor), timeWindow: 60_000 } },
      // Before the body is read.
      preParsing: async (request) => void admitted.set(request, await http.admit(request, 'uploadPhoto')),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store').header('tus-resumable', '1.0.0')
        const caller = admitted.get(request)
        if (!caller) throw notSignedIn()
        const { member, site } = caller
        own(member, request.params.trackerId)
        const work = (room: Room) => answer(deps, member, { origin: site.origin, room }, request, reply)
        return request.method === 'PATCH' || request.method === 'POST'
          ? inPlace(member.memberId, work)
          : work(bringsNothing)
      },
    })
}

/** HEAD and DELETE have no body. */
const bringsNothing: Room = { take: () => undefined }

async function answer(
  deps: UploadDeps,
  member: Principal,
  { origin, room }: { readonly origin: string; readonly room: Room },
  request: FastifyRequest<Address>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Loaded with the first upload.
  const [{ Server }, { TusStore }] = await Promise.all([import('@tus/server'), import('./tus-store.ts')])
  const { db, clock } = deps
  let failure: unknown
  const server = new Server({
    path: `/api/upload/${request.params.trackerId}/resumable`,
    relativeLocation: true,
    allowedOrigins: [],
    datastore: new TusStore(deps, member, origin, room),
    // Inclusive.
    maxSize: photoSizeLimit - 1,
    async namingFunction(incoming) {
      const size = Number(incoming.headers.get('upload-length'))
      if (!(await isAllowed(deps, member))) throw new Failure(429)
      if (!Number.isSafeInteger(size) || size < 1) throw onlyPictures()
      if (size >= photoSizeLimit) throw tooLarge()
      return createUpload(db, member.memberId, size, clock())
    },
    onResponseError(_request, error) {
      failure = error
      return undefined
    },
  })
  const response = await server.handleWeb(asWebRequest(request))
  if (failure instanceof Error) throw failure
  if (response.status >= 400) throw await asFailure(response)
  for (const [name, value] of response.headers) if (!name.startsWith('access-control-')) void reply.header(name, value)
  return reply.code(response.status).send(response.status === 204 ? undefined : await response.text())
}

/** Each upload counts when it is begun, whatever its result. */
const isAllowed = async ({ db, clock }: UploadDeps, { memberId }: Principal): Promise<boolean> =>
  (await countAttempt(db, `photo-upload ${memberId}`, clock())) <= uploadsAnHour

function asWebRequest({ method, url, headers, body }: FastifyRequest): Request {
  const known = Object.entries(headers).filter(([, value]) => typeof value === 'string') as [string, string][]
  const init = { method, headers: known.filter(([name]) => !/^(connection|transfer-encoding|expect)$/.test(name)) }
  const stream = body instanceof Readable ? Readable.toWeb(body) : undefined
  return new Request(`http://localhost${url}`, {
    ...init,
    ...(stream && method === 'PATCH' ? { body: stream as ReadableStream, duplex: 'half' } : {}),
  } as RequestInit)
}

/** What the protocol refuses. */
async function asFailure(response: Response): Promise<Failure> {
  if (response.status === 413) return tooLarge()
  return new Failure(response.status, response.status === 409 ? 'upload_conflict' : 'invalid', {
    message: (await response.text()).trim() || 'The request does not follow the tus protocol',
  })
}
