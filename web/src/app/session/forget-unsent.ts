import { removeAllStored } from '../outbox/outbox-store.ts'
import { removeAllPhotos } from '../upload/photo-store.ts'

/**
 * Deletes a member's unsent messages and photos from the browser. It never fails: what a browser without storage, or
 * one that refuses, still has is kept by owner, and no other member sees it.
 */
export const forgetUnsent = async (owner: string): Promise<void> => {
  await Promise.allSettled([removeAllStored(owner), removeAllPhotos(owner)])
}
