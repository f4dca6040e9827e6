import { telegramNotices } from '../notices.ts'

/** The channel of a brand without a bot. */
export const noTelegram = telegramNotices({ botOf: () => undefined })
