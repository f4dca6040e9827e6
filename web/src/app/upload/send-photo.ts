import { ApiProblem } from '../api/api.ts'

const offline = () => new ApiProblem(0, 'offline', 'No answer')

interface Options {
  /** Learns which part of it (0 to 1) is sent. */
  readonly onProgress?: (part: number) => void
  /** Ends the sending. */
  readonly signal?: AbortSignal
}

/** A request of its own kind, because `fetch` does not report its progress. @throws ApiProblem, or the signal's reason */
const sendOnce = (address: string, photo: Blob, { onProgress, signal }: Options): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const form = new FormData()
    form.append('avatar', photo, 'photo.jpg')
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    request.timeout = 60_000
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 200) return resolve(request.response)
      const { code, message } = (request.response ?? {}) as { code?: string; message?: string }
      reject(new ApiProblem(request.status, code ?? String(request.status), message ?? ''))
    }
    request.onerror = request.ontimeout = () => reject(offline())
    request.onabort = () => reject(signal?.reason as Error)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })

/** Until the browser says that there is a network again, or a while has gone by: it does not always know. */
const networkAgain = (waitMs: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(go, waitMs)
    function go() {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    window.addEventListener('online', go)
  })

/**
 * Sends a photo, and again where the connection was lost on the way.
 * @param address a path of the API that takes photos
 * @returns its reply
 * @throws ApiProblem when it is refused, or did not get through five times; the signal's reason when that ended it
 */
export async function sendPhoto(address: string, photo: Blob, options: Options = {}): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted()
    try {
      return await sendOnce(address, photo, options)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const mayPass = error.code === 'offline' || error.status === 503 || error.status === 429
      // It had arrived, and only the answer was lost.
      if (attempt > 1 && error.code === 'same_photo') return undefined
      if (!mayPass || attempt === 5) throw error
      options.onProgress?.(0)
      await networkAgain(attempt * 2000)
    }
  }
}

/** Sends a photo to the member's album, which knows a picture that it has already. @throws as `sendPhoto` */
export const sendAlbumPhoto = (trackerId: string, photo: Blob, onProgress: (part: number) => void): Promise<unknown> =>
  sendPhoto(`/api/upload/${encodeURIComponent(trackerId)}`, photo, { onProgress })
