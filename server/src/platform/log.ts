import { pino, type Logger } from 'pino'

export type Log = Logger

/** The program's log: JSON lines on standard error, with everything that could sign somebody in taken out. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: [
          'req.headers.cookie', 'req.headers.authorization', 'headers.cookie', 'headers.authorization', '*.password', '*.token', '*.utente',
          '*.email', '*.to',
        ],
        censor: '[taken out]',
      },
    },
    pino.destination({ fd: 2, sync: false }),
  )
}
