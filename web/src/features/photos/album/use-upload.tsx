import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiProblem } from '#app/api/api.ts'
import { newUuid } from '#app/api/uuid.ts'
import { useSite } from '#app/brand/site.ts'
import { outboxOwner } from '#app/outbox/outbox.ts'
import { useSession } from '#app/session/session.tsx'
import { useUnsaved } from '#app/session/unsaved.ts'
import { openPhoto } from '#app/upload/crop-photo.ts'
import {
  removePhoto,
  storeAddress,
  storedPhoto,
  type StoredPhoto,
  storePhoto,
  waitingPhotos,
} from '#app/upload/photo-store.ts'
import { sendAlbumPhoto } from '#app/upload/send-photo.ts'

/** A photo being uploaded: the part that is sent, 0 to 1, or the code of its refusal. */
export interface Sending {
  readonly id: string
  readonly preview: string
  readonly sent: number
  /** Whether it waits for the network. */
  readonly waiting: boolean
  /** False if the browser refuses to store it: the upload would not survive the page. */
  readonly isKept: boolean
  readonly code: string | null
}

/** In a browser without storage the upload works, but does not survive a reload. */
const ifStored = (change: Promise<void>): Promise<void> => change.catch(() => undefined)

/** Waits for other pages that upload the same photo. Without locks there may be two at once, of which the server takes one. */
const inOnePage = (id: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(`photo ${id}`, work) : work()

/**
 * Takes chosen files to the server: the member crops them one by one, and each uploads while the next one is cropped.
 * Those that a reload or a crash interrupted go on.
 */
export const useUpload = (onTaken: () => Promise<unknown>) => {
  const { session } = useSession()
  const owner = outboxOwner(useSite().brand.key, session.clickid)
  const [waiting, setWaiting] = useState<readonly HTMLImageElement[]>([])
  const [sending, setSending] = useState<readonly Sending[]>([])
  /** How many chosen files are being opened, which takes seconds for a large one. */
  const [opening, setOpening] = useState(0)
  /** The code that says why a chosen file cannot be used. */
  const [refused, setRefused] = useState<string | null>(null)
  const change = (id: string, part: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const drop = (id: string) => {
    void ifStored(removePhoto(id))
    setSending((all) => {
      for (const one of all) if (one.id === id) URL.revokeObjectURL(one.preview)
      return all.filter((one) => one.id !== id)
    })
  }
  const shift = () =>
    setWaiting((all) => {
      if (all[0]) URL.revokeObjectURL(all[0].src)
      return all.slice(1)
    })
  /** @param places how many more photos fit into the album */
  const choose = async (files: readonly File[], places: number) => {
    setRefused(files.length > places ? 'too_many_photos' : null)
    for (const file of files.slice(0, places)) {
      setOpening((count) => count + 1)
      try {
        const image = await openPhoto(file)
        setWaiting((all) => [...all, image])
      } catch {
        // To the member, a file that the browser cannot open is no photo.
        setRefused('solo_immagini')
      } finally {
        setOpening((count) => count - 1)
      }
    }
  }
  const controllers = useRef(new Map<string, AbortController>())
  const upload = async ({ id, photo, address }: StoredPhoto, isKept = true) => {
    const controller = new AbortController()
    controllers.current.set(id, controller)
    const preview = URL.createObjectURL(photo)
    setSending((all) => [...all, { id, preview, sent: 0, waiting: false, isKept, code: null }])
    try {
      await sendAlbumPhoto(session.clickid, photo, {
        begun: address,
        onAddress: (begun) => void ifStored(storeAddress(id, begun)),
        onProgress: (sent) => change(id, { sent }),
        onWaiting: (isWaiting) => change(id, { waiting: isWaiting }),
        signal: controller.signal,
      })
      await ifStored(removePhoto(id))
      await onTaken()
      drop(id)
    } catch (error) {
      // The member has cancelled it, and it is gone from the page.
      if (controller.signal.aborted) return
      const { status, code } = error instanceof ApiProblem ? error : new ApiProblem(0, 'offline', String(error))
      // A refused photo is refused again; any other may arrive after a reload.
      if (status >= 400 && status < 500 && status !== 429) await ifStored(removePhoto(id))
      change(id, { code })
    }
  }
  const send = async (photo: Blob) => {
    shift()
    const stored = { id: newUuid(), owner, photo, address: null, at: Date.now() }
    await inOnePage(stored.id, async () => {
      const isKept = await storePhoto(stored).then(
        () => true,
        // The page says so, and asks before it is left.
        () => false,
      )
      await upload(stored, isKept)
    })
  }
  const goOn = useEffectEvent(async (isGone: () => boolean) => {
    // Without storage nothing was interrupted that could go on.
    const interrupted = await waitingPhotos(owner).catch(() => [])
    for (const { id } of interrupted)
      void inOnePage(id, async () => {
        if (isGone()) return
        // Another page may have finished it meanwhile.
        const now = await storedPhoto(id).catch(() => undefined)
        await (now ? upload(now) : onTaken())
      })
  })
  useEffect(() => {
    let isGone = false
    void goOn(() => isGone)
    return () => {
      isGone = true
    }
  }, [])
  useUnsaved(sending.some(({ isKept, code }) => !isKept && code === null))
  /** Cancels an upload, or takes a refused photo off the page. */
  const dismiss = (id: string) => {
    controllers.current.get(id)?.abort()
    drop(id)
  }
  return { framing: waiting[0], cancel: shift, choose, send, sending, dismiss, refused, isOpening: opening > 0 }
}
