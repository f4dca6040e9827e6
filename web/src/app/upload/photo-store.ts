import { indexedStore } from '../storage/indexed-store.ts'

/**
 * A photo whose upload has not ended. It stays in the browser until then, for a day at most, so that an upload goes on
 * after a reload or a crash (docs/decisions/033).
 */
export interface StoredPhoto {
  readonly id: string
  /** Whose album it is for, by brand and member: `outboxOwner`. */
  readonly owner: string
  readonly photo: Blob
  /** Where the server collects it; null until the upload has begun. */
  readonly address: string | null
  /** When it was chosen, in milliseconds. */
  readonly at: number
}

/** As long as the server keeps what has arrived. */
const keptMs = 86_400_000

/** The photos that this page uploads: if the browser deletes the database, they are stored again. */
const uploading = new Map<string, StoredPhoto>()

const run = indexedStore(
  'photos',
  'uploads',
  (database) => database.createObjectStore('uploads', { keyPath: 'id' }),
  () => [...uploading.values()],
)

/** @throws in a browser without storage: a reload then ends the upload */
export const storePhoto = async (photo: StoredPhoto): Promise<void> => {
  uploading.set(photo.id, photo)
  await run('readwrite', (store) => store.put(photo))
}

/** Records where the upload goes on. Does nothing if the photo is gone. */
export const storeAddress = async (id: string, address: string): Promise<void> => {
  const known = uploading.get(id)
  if (known) uploading.set(id, { ...known, address })
  await run('readwrite', (store) => {
    const request = store.get(id) as IDBRequest<StoredPhoto | undefined>
    request.onsuccess = () => request.result && store.put({ ...request.result, address })
    return request
  })
}

export const storedPhoto = (id: string): Promise<StoredPhoto | undefined> =>
  run('readonly', (store) => store.get(id) as IDBRequest<StoredPhoto | undefined>)

export const removePhoto = async (id: string): Promise<void> => {
  uploading.delete(id)
  await run('readwrite', (store) => store.delete(id))
}

/** An owner's photos in the order of choosing. Those that are too old are removed, whosever they are. */
export const waitingPhotos = async (owner: string): Promise<readonly StoredPhoto[]> => {
  const all = await run('readonly', (store) => store.getAll() as IDBRequest<StoredPhoto[]>)
  const isOld = ({ at }: StoredPhoto) => at < Date.now() - keptMs
  await Promise.all(all.filter(isOld).map(({ id }) => removePhoto(id)))
  return all.filter((photo) => photo.owner === owner && !isOld(photo)).toSorted((one, other) => one.at - other.at)
}

export const removeAllPhotos = async (owner: string): Promise<void> => {
  const own = await waitingPhotos(owner)
  await Promise.all(own.map(({ id }) => removePhoto(id)))
}
