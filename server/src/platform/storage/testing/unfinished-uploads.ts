import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'

/* The uploads in parts that were begun and neither completed nor aborted, which the server of the tests does not list. */

interface Unfinished {
  readonly bucket: string
  readonly key: string
  readonly since: Date
}

export function followUploads() {
  const uploads = new Map<string, Unfinished>()
  return {
    /** Looks at what the server answered. */
    follow(method: string | undefined, path: string, answer: IncomingMessage): void {
      if ((answer.statusCode ?? 500) >= 300) return
      const { bucket, key, query } = parse(path)
      const ended = query.get('uploadId')
      if (ended !== null && method !== 'PUT') uploads.delete(ended)
      if (method === 'POST' && query.has('uploads'))
        void text(answer.pipe(new PassThrough())).then((body) => {
          const id = /<UploadId>(.*)<\/UploadId>/.exec(body)?.[1]
          if (id !== undefined) uploads.set(id, { bucket, key, since: new Date() })
        })
    },
    /** The answer to a request that lists them, one a page; undefined for other requests. */
    listed(method: string | undefined, path: string): string | undefined {
      const { bucket, query } = parse(path)
      if (method !== 'GET' || !query.has('uploads')) return undefined
      const prefix = query.get('prefix') ?? ''
      const of = [...uploads].filter(([, one]) => one.bucket === bucket && one.key.startsWith(prefix))
      const last = query.get('upload-id-marker')
      const [first, ...more] = of.slice(last === null ? 0 : of.findIndex(([id]) => id === last) + 1)
      return `<?xml version="1.0"?><ListMultipartUploadsResult><Bucket>${bucket}</Bucket>${
        first === undefined
          ? ''
          : `<Upload><Key>${first[1].key}</Key><UploadId>${first[0]}</UploadId><Initiated>${first[1].since.toISOString()}</Initiated></Upload>
             <NextKeyMarker>${first[1].key}</NextKeyMarker><NextUploadIdMarker>${first[0]}</NextUploadIdMarker>`
      }<IsTruncated>${more.length > 0}</IsTruncated></ListMultipartUploadsResult>`
    },
  }
}

function parse(path: string): { readonly bucket: string; readonly key: string; readonly query: URLSearchParams } {
  const { pathname, searchParams } = new URL(path, 'http://s3')
  const [bucket = '', ...key] = pathname.slice(1).split('/')
  return { bucket, key: key.join('/'), query: searchParams }
}
