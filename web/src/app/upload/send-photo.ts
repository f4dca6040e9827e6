import { ApiProblem } from '../api/api.ts'
import { networkAgain } from './network-again.ts'
import type { ResumeOptions } from './resume-photo.ts'

const offline = () => new ApiProblem(0, 'offline', 'No answer')

interface Options {
  /** Gets the part that has been sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void
  /** Cancels the upload. */
  readonly signal?: AbortSignal
}

/**
 * Sends the photo with XMLHttpRequest, because `fetch` reports no progress.
 * @throws ApiProblem, or the signal's reason
 */
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

/**
 * Uploads a photo and retries after a lost connection.
 * @param address an API path that accepts photos
 * @returns its reply
 * @throws ApiProblem if the server refuses it or the fifth attempt fails; the signal's reason if that cancelled it
 */
export async function sendPhoto(address: string, photo: Blob, options: Options = {}): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted()
    try {
      return await sendOnce(address, photo, options)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const mayPass = error.code === 'offline' || error.status === 503 || error.status === 429
      // An earlier attempt succeeded, and only its response was lost.
      if (attempt > 1 && error.code === 'same_photo') return undefined
      if (!mayPass || attempt === 5) throw error
      options.onProgress?.(0)
      await networkAgain(attempt * 2000)
    }
  }
}

const load = () => import('./resume-photo.ts')

/** Uploads a photo to the member's album; a lost connection only delays it. @throws ApiProblem */
export async function sendAlbumPhoto(trackerId: string, photo: Blob, options: ResumeOptions): Promise<void> {
  let resume: Awaited<ReturnType<typeof load>> | undefined
  for (let waitMs = 1000; resume === undefined; waitMs *= 2)
    try {
      resume = await load()
    } catch (error) {
      // The network may be away by now.
      if (waitMs > 60_000) throw new ApiProblem(0, 'offline', String(error))
      options.onWaiting(true)
      await networkAgain(waitMs)
      options.onWaiting(false)
    }
  await resume.resumePhoto(`/api/upload/${encodeURIComponent(trackerId)}/resumable`, photo, options)
}
