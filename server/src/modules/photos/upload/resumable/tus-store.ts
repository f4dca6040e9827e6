import { DataStore, Upload } from '@tus/server'
import type { Readable } from 'node:stream'
import type { Principal } from '#platform/caller.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { isUuid } from '#platform/ids.ts'
import { addPhoto, type UploadDeps } from '../add-photo.ts'
import type { Room } from '../places.ts'
import { appendPart, completeUpload, findUpload, readParts, removeUpload, type ResumableUpload } from './uploads.ts'

/** What is lost at most when a process is killed or a connection ends. */
const partBytes = 256 * 1024

/** The uploads of one member, for the tus server. The last bytes of an upload make it a photo of the album. */
export class TusStore extends DataStore {
  readonly #deps: UploadDeps
  readonly #member: Principal
  readonly #origin: string
  readonly #room: Room

  /** @param origin of the page it is sent from */
  constructor(deps: UploadDeps, member: Principal, origin: string, room: Room) {
    super()
    this.extensions = ['creation', 'termination']
    this.#deps = deps
    this.#member = member
    this.#origin = origin
    this.#room = room
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, received } = await this.#find(id)
    return new Upload({ id, size, offset: received })
  }

  override async remove(id: string): Promise<void> {
    await this.#find(id)
    await removeUpload(this.#deps.db, this.#member.memberId, id)
  }

  /** @returns how many bytes have arrived. @throws Failure 409 when another request has added bytes meanwhile */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.#find(id)
    let at = offset
    let waiting: Buffer[] = []
    const store = async (): Promise<void> => {
      const bytes = Buffer.concat(waiting)
      waiting = []
      if (bytes.length === 0) return
      if (!(await appendPart(this.#deps.db, this.#member.memberId, id, at, bytes))) throw conflict()
      at += bytes.length
    }
    try {
      let length = 0
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        waiting.push(chunk)
        length += chunk.length
        // The last part is not stored: it makes the upload a photo.
        if (length < partBytes || at + length >= upload.size) continue
        await store()
        length = 0
      }
    } catch (error) {
      // The connection ended: what has arrived need not be sent again.
      if (!(error instanceof Failure)) await store()
      throw error
    }
    const last = Buffer.concat(waiting)
    if (at + last.length < upload.size) {
      await store()
      return at
    }
    await this.#finish(upload, at, last)
    return upload.size
  }

  async #finish(upload: ResumableUpload, offset: number, last: Buffer): Promise<void> {
    const { db } = this.#deps
    const { memberId } = this.#member
    // A part is small and soon stored; only the whole upload needs room.
    this.#room.take(upload.size)
    const bytes = Buffer.concat([await readParts(db, memberId, upload.id), last])
    if (bytes.length !== upload.size) throw conflict()
    try {
      await addPhoto(this.#deps, this.#member, this.#origin, bytes, async (tx, photoId) => {
        if (!(await completeUpload(tx, memberId, upload, offset, photoId))) throw conflict()
      })
    } catch (error) {
      // The same last part, sent again while its first request was still being processed.
      if ((await findUpload(db, memberId, upload.id))?.photoId) return
      // A picture that is refused is not kept; what was only a bad moment can be repeated.
      if (error instanceof Failure && error.status < 500 && error.code !== 'upload_conflict')
        await removeUpload(db, memberId, upload.id)
      throw error
    }
  }

  async #find(id: string): Promise<ResumableUpload> {
    const upload = isUuid(id) ? await findUpload(this.#deps.db, this.#member.memberId, id) : undefined
    if (!upload) throw notFound()
    return upload
  }
}

const conflict = (): Failure =>
  new Failure(409, 'upload_conflict', { message: 'Ask with HEAD how much has arrived, and go on from there' })
