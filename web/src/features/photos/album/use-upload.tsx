import { photoSizeLimit } from '@incontro/contract/photo-rules'
import { useRef, useState } from 'react'
import { ApiProblem } from '../../../app/api/api.ts'
import { useSession } from '../../../app/session/session.tsx'
import { openPhoto } from '../../../app/upload/crop-photo.ts'
import { sendAlbumPhoto } from '../../../app/upload/send-photo.ts'

/** A photo being uploaded: the part that is sent, 0 to 1, or the code of its refusal. */
export interface Sending {
  readonly id: number
  readonly preview: string
  readonly sent: number
  /** Whether it waits for the network. */
  readonly waiting: boolean
  readonly code: string | null
}

/**
 * Takes chosen files to the server: the member crops them one by one, and each uploads while the next one is cropped.
 */
export const useUpload = (onTaken: () => Promise<unknown>) => {
  const { session } = useSession()
  const [waiting, setWaiting] = useState<readonly HTMLImageElement[]>([])
  const [sending, setSending] = useState<readonly Sending[]>([])
  /** The code that says why a chosen file cannot be used. */
  const [refused, setRefused] = useState<string | null>(null)
  const next = useRef(0)
  const change = (id: number, part: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const drop = (id: number) =>
    setSending((all) => {
      for (const one of all) if (one.id === id) URL.revokeObjectURL(one.preview)
      return all.filter((one) => one.id !== id)
    })
  const shift = () =>
    setWaiting((all) => {
      if (all[0]) URL.revokeObjectURL(all[0].src)
      return all.slice(1)
    })
  /** @param places how many more photos fit into the album */
  const choose = async (files: readonly File[], places: number) => {
    setRefused(files.length > places ? 'too_many_photos' : null)
    for (const file of files.slice(0, places)) {
      if (file.size >= photoSizeLimit) {
        setRefused('grandezza_file')
        continue
      }
      try {
        const image = await openPhoto(file)
        setWaiting((all) => [...all, image])
      } catch {
        // To the member, a file that the browser cannot open is no photo.
        setRefused('solo_immagini')
      }
    }
  }
  const send = async (photo: Blob) => {
    shift()
    next.current += 1
    const id = next.current
    setSending((all) => [...all, { id, preview: URL.createObjectURL(photo), sent: 0, waiting: false, code: null }])
    try {
      await sendAlbumPhoto(session.clickid, photo, {
        onProgress: (sent) => change(id, { sent }),
        onWaiting: (isWaiting) => change(id, { waiting: isWaiting }),
      })
      await onTaken()
      drop(id)
    } catch (error) {
      change(id, { code: error instanceof ApiProblem ? error.code : 'offline' })
    }
  }
  return { framing: waiting[0], cancel: shift, choose, send, sending, dismiss: drop, refused }
}
