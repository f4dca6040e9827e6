import { join, resolve } from 'node:path'
import type { Storage } from '#platform/storage.ts'
import { createLocalStorage } from './local.ts'
import { readS3Url } from './s3-url.ts'
import { createS3Storage } from './s3.ts'

/**
 * The storage of an installation: the folder `storage` of its data folder, or the bucket of `STORAGE_URL`.
 * @throws Error that says what is wrong with the address
 */
export const openStorage = (config: { readonly dataDir: string; readonly storageUrl?: string | undefined }): Storage =>
  openPlace(config.storageUrl || join(config.dataDir, 'storage'))

/** Where an operator finds a file. */
export const addressIn =
  (storageUrl: string | undefined) =>
  (key: string): string =>
    `${storageUrl ? storageUrl.replace(/\/?(\?.*)?$/, '') : 'DATA_DIR/storage'}/${key}`

/** A bucket (`s3://…`) or a folder. @throws Error that says what is wrong with the address */
export const openPlace = (place: string): Storage =>
  place.includes('://') ? createS3Storage(readS3Url(place)) : createLocalStorage(resolve(place))
