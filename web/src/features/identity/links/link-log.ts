import { apiOver, type Sender } from '#app/api/api.ts'
import type { EntryLink } from './entry-link.ts'

/** Logs a broken link on the server (section 8), so that operators notice a sender whose links do not work. */
export const logLink = async (
  send: Sender,
  page: '/autologin' | '/external_email',
  { faults, clickid }: EntryLink,
): Promise<void> => {
  if (faults.length === 0) return
  await apiOver(send)('POST /api/log/client', {
    body: {
      subject: page.slice(1),
      messageText: faults.join('; '),
      page,
      ...(clickid === undefined ? {} : { clickid }),
    },
    // The log is for operators; the page works without it.
  }).catch(() => undefined)
}
