import { randomUUID } from 'node:crypto'

/** A message unlike any before, which a site may refuse; without digits, since those may be a telephone number. */
export const messageText = (): string =>
  `Ciao, come stai? ${randomUUID().replace(/[0-9-]/g, (one) => 'ghijklmnopq'['0123456789-'.indexOf(one)] ?? '')}`
