import { DetailedError, Upload } from 'tus-js-client'
import { ApiProblem } from '../api/api.ts'
import { networkAgain } from './network-again.ts'

/** Bytes of a request: what a lost connection makes the browser send again. */
const chunkSize = 256 * 1024
/** Milliseconds between attempts: a second more after each failure, up to this. */
const longestWait = 30_000

export interface ResumeOptions {
  /** Of an upload that was begun before the page was loaded; one that the server no longer has begins again. */
  readonly begun?: string | null
  /** Gets where the upload can go on later. */
  readonly onAddress?: (address: string) => void
  /** Gets the part that has arrived, from 0 to 1. */
  readonly onProgress: (part: number) => void
  /** Gets whether the upload waits for the network. */
  readonly onWaiting: (waiting: boolean) => void
  /** Cancels the upload, on the server as well. */
  readonly signal?: AbortSignal
}

/**
 * Uploads a photo by the tus protocol: after a lost connection it goes on where it was, however long that takes.
 * @param address of new uploads
 * @throws ApiProblem if the server refuses it; the signal's reason if that cancelled it
 */
export const resumePhoto = (
  address: string,
  photo: Blob,
  { begun = null, onAddress, onProgress, onWaiting, signal }: ResumeOptions,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let failures = 0
    const upload = new Upload(photo, {
      endpoint: address,
      uploadUrl: begun,
      chunkSize,
      // Retried below, where the page learns why it takes longer.
      retryDelays: null,
      // A fingerprint of a picture without a name would be the same for every one; the caller stores the address.
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        if (upload.url !== null) onAddress?.(upload.url)
      },
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      onChunkComplete: () => {
        failures = 0
      },
      onSuccess: () => resolve(),
      onError: (error) => {
        const problem = problemOf(error)
        if (signal?.aborted) return
        failures += 1
        if (!mayPass(problem)) return reject(problem)
        onWaiting(true)
        void networkAgain(Math.min(failures * 1000, longestWait)).then(() => {
          if (signal?.aborted) return
          onWaiting(false)
          upload.start()
        })
      },
    })
    signal?.addEventListener('abort', () => {
      reject(signal.reason as Error)
      // Whatever the server still has of it is removed after a day.
      void upload.abort(true).catch(() => undefined)
    })
    upload.start()
  })

/** Without an answer, too many requests, a fault of the server, or another request of this upload is still running. */
const mayPass = ({ status, code }: ApiProblem): boolean =>
  status === 0 || status === 429 || status >= 500 || code === 'upload_conflict'

function problemOf(error: Error): ApiProblem {
  const response = error instanceof DetailedError ? error.originalResponse : null
  const status = response?.getStatus() ?? 0
  if (!response || status === 0) return new ApiProblem(0, 'offline', 'No answer')
  try {
    const { code, message } = JSON.parse(response.getBody()) as { code?: string; message?: string }
    return new ApiProblem(status, code ?? String(status), message ?? '')
  } catch {
    // Not ours but a proxy's: its status says enough.
    return new ApiProblem(status, String(status), '')
  }
}
