import { ApiProblem } from '../../../app/api/api.ts'

/** A photo of the album, or the picture of a gesture. */
type Kind = 'photo' | 'verification'

const offline = () => new ApiProblem(0, 'offline', 'No answer')

/** Sends a photo, reporting which part of it (0 to 1) is sent. A request of its own kind, because `fetch` does not report it. */
const sendOnce = (trackerId: string, photo: Blob, onProgress: (part: number) => void, kind: Kind): Promise<void> =>
  new Promise((resolve, reject) => {
    const form = new FormData()
    form.append('avatar', photo, 'photo.jpg')
    const request = new XMLHttpRequest()
    request.open(
      'POST',
      `/api/upload/${encodeURIComponent(trackerId)}${kind === 'verification' ? '/verification' : ''}`,
    )
    request.responseType = 'json'
    request.timeout = 60_000
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 200) return resolve()
      const { code, message } = (request.response ?? {}) as { code?: string; message?: string }
      reject(new ApiProblem(request.status, code ?? String(request.status), message ?? ''))
    }
    request.onerror = request.ontimeout = () => reject(offline())
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
 * Sends a photo, and again where the connection was lost on the way: it has some hundred kilobytes, and the server knows a
 * picture that it has already.
 * @throws ApiProblem when it is refused, or did not get through five times
 */
export async function sendPhoto(
  trackerId: string,
  photo: Blob,
  onProgress: (part: number) => void,
  kind: Kind = 'photo',
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(trackerId, photo, onProgress, kind)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      // It had arrived, and only the answer was lost.
      if (attempt > 1 && error.code === 'same_photo') return
      const mayPass = error.code === 'offline' || error.status === 503 || error.status === 429
      if (!mayPass || attempt === 5) throw error
      onProgress(0)
      await networkAgain(attempt * 2000)
    }
  }
}
