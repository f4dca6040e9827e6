import type { S3 } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { isStorageKey, requireKey, StorageUnavailable, type Storage } from '#platform/storage.ts'
import type { S3Place } from './s3-url.ts'

/** Of a multipart upload, whose parts have at least 5 MiB: what one stream holds in memory. */
const partBytes = 8 * 1024 * 1024
/** How long the service may take. */
interface TimeLimits {
  /** For an answer, with the SDK's three attempts. What is read after it takes as long as its reader. */
  readonly answerMs: number
  /** What is sent has as much more time as it takes at this rate: that of one of eight files on a line of 1 Mbit/s. */
  readonly leastBytesPerMs: number
}
const usual: TimeLimits = { answerMs: 20_000, leastBytesPerMs: 16 }
/** Without a byte sent or read. What this machine's buffers hold of a file may take most of it on a slow line. */
const idleMs = 60_000

/** Stores files in a bucket of Amazon S3 or of a server with the same API. */
export function createS3Storage(place: S3Place, { answerMs, leastBytesPerMs } = usual): Storage {
  const { bucket: Bucket, prefix } = place
  let opened: Promise<S3> | undefined
  const at = (key: string) => {
    requireKey(key)
    return { Bucket, Key: `${prefix}${key}` }
  }
  /** Calls the service. @param bytes that are sent @throws StorageUnavailable */
  const ask = async <T>(
    call: (s3: S3, options: { abortSignal: AbortSignal }) => Promise<T>,
    bytes = 0,
    signal?: AbortSignal,
  ): Promise<T> => {
    const s3 = await (opened ??= openClient(place))
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), answerMs + bytes / leastBytesPerMs)
    const abortSignal = signal ? AbortSignal.any([limit.signal, signal]) : limit.signal
    return call(s3, { abortSignal })
      .catch(rethrow)
      .finally(() => clearTimeout(timer))
  }
  const put = async (
    to: { Bucket: string; Key: string },
    Body: Uint8Array | string,
    signal?: AbortSignal,
  ): Promise<void> => {
    await ask((s3, options) => s3.putObject({ ...to, Body }, options), Body.length, signal)
  }

  return {
    put: (key, content, signal) => put(at(key), content, signal),
    async putStream(key, content) {
      const to = at(key)
      let UploadId: string | undefined
      let size = 0
      const Parts: { ETag: string | undefined; PartNumber: number }[] = []
      const sendPart = async (Body: Buffer): Promise<void> => {
        UploadId ??= (await ask((s3, options) => s3.createMultipartUpload(to, options))).UploadId
        const PartNumber = Parts.length + 1
        const { ETag } = await ask(
          (s3, options) => s3.uploadPart({ ...to, UploadId, PartNumber, Body }, options),
          Body.length,
        )
        Parts.push({ ETag, PartNumber })
        size += Body.length
      }
      try {
        const last = await inParts(content, sendPart)
        if (UploadId === undefined) {
          await put(to, last)
          return last.length
        }
        if (last.length > 0) await sendPart(last)
        await ask((s3, options) => s3.completeMultipartUpload({ ...to, UploadId, MultipartUpload: { Parts } }, options))
        return size
      } catch (error) {
        content.destroy()
        if (UploadId !== undefined)
          // The first error says why. Parts that remain are no object, and are swept.
          await ask((s3, options) => s3.abortMultipartUpload({ ...to, UploadId }, options)).catch(() => undefined)
        throw error
      }
    },
    async get(key) {
      const from = at(key)
      const body = await orNone(ask((s3, options) => s3.getObject(from, options)))
      return body?.Body && Buffer.from(await body.Body.transformToByteArray().catch(rethrow))
    },
    async getStream(key) {
      const from = at(key)
      const found = await orNone(ask((s3, options) => s3.getObject(from, options)))
      return found?.Body instanceof Readable ? found.Body : undefined
    },
    async stat(key) {
      const of = at(key)
      const found = await orNone(ask((s3, options) => s3.headObject(of, options)))
      return found && { size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
    },
    async remove(key) {
      const of = at(key)
      await orNone(ask((s3, options) => s3.deleteObject(of, options)))
    },
    async *list() {
      for (let ContinuationToken: string | undefined; ;) {
        const from = { Bucket, Prefix: prefix, ...(ContinuationToken ? { ContinuationToken } : {}) }
        const page = await ask((s3, options) => s3.listObjectsV2(from, options))
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          const key = Key.slice(prefix.length)
          if (isStorageKey(key)) yield { key, size: Size }
        }
        ContinuationToken = page.NextContinuationToken
        if (!page.IsTruncated || ContinuationToken === undefined) return
      }
    },
    async sweep(before, until = Infinity) {
      let removed = 0
      for (let after: { KeyMarker?: string; UploadIdMarker?: string } = {}; ;) {
        const from = { Bucket, Prefix: prefix, ...after }
        const page = await ask((s3, options) => s3.listMultipartUploads(from, options))
        for (const { Key = '', UploadId, Initiated } of page.Uploads ?? []) {
          if (performance.now() > until) return removed
          if (!isStorageKey(Key.slice(prefix.length)) || Initiated === undefined || Initiated >= before) continue
          await orNone(ask((s3, options) => s3.abortMultipartUpload({ Bucket, Key, UploadId }, options)))
          removed += 1
        }
        const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
        if (!IsTruncated || KeyMarker === undefined) return removed
        after = { KeyMarker, ...(UploadIdMarker === undefined ? {} : { UploadIdMarker }) }
      }
    },
  }
}

async function openClient({ endpoint, region }: S3Place): Promise<S3> {
  // The SDK takes a tenth of a second and 35 MB, which only an installation that uses it spends.
  const sdk = await import('@aws-sdk/client-s3')
  return new sdk.S3({
    region,
    // Other servers rarely have a host name for each bucket.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout: 3000, socketTimeout: idleMs },
  })
}

/** Cuts a stream into parts. @returns what is left over, less than a part */
async function inParts(content: Readable, send: (part: Buffer) => Promise<void>): Promise<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of content as AsyncIterable<Buffer | string>) {
    const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    waiting.push(piece)
    bytes += piece.length
    if (bytes < partBytes) continue
    const all = Buffer.concat(waiting)
    let from = 0
    for (; all.length - from >= partBytes; from += partBytes) await send(all.subarray(from, from + partBytes))
    // A copy, so that the part that was sent can be freed.
    waiting = [Buffer.from(all.subarray(from))]
    bytes = all.length - from
  }
  return Buffer.concat(waiting)
}

/** A missing bucket is a wrong setting, and no missing file. */
const missing = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound'])
const orNone = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    const cause = error instanceof StorageUnavailable ? error.cause : undefined
    if (cause instanceof Error && missing.has(cause.name)) return undefined
    throw error
  })

/** What the service answers and what the network does is no fault of the caller. */
function rethrow(error: unknown): never {
  if (!(error instanceof Error) || !('$metadata' in error || isOfNetwork(error))) throw error
  throw new StorageUnavailable(`S3: ${error.name}: ${error.message}`, { cause: error })
}

const isOfNetwork = (error: Error): boolean =>
  ('code' in error && /^E[A-Z]+$/.test(String(error.code))) ||
  ['TimeoutError', 'AbortError', 'CredentialsProviderError'].includes(error.name)
