import { pino, stdSerializers, type Logger } from 'pino'

export type Log = Logger

/** PostgreSQL reports the values of the row that broke a constraint (an address, say); the rule's name is enough to find it. */
function withoutValues(error: ReturnType<typeof stdSerializers.err>): object {
  const { detail: _detail, where: _where, internalQuery: _query, parameters: _parameters, ...rest } = error
  return rest
}

/** The program's log: JSON lines on standard error, with everything that could sign somebody in taken out. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { err: (error: Error) => withoutValues(stdSerializers.err(error)) },
      redact: {
        paths: [
          'req.headers.cookie',
          'req.headers.authorization',
          'headers.cookie',
          'headers.authorization',
          '*.password',
          '*.token',
          '*.utente',
          '*.email',
          '*.to',
        ],
        censor: '[taken out]',
      },
    },
    pino.destination({ fd: 2, sync: false }),
  )
}

/**
 * Node's own words in the log as well, each a line of JSON: warnings, and an error that nobody caught, after which the process ends with
 * code 1 as it would have.
 */
export function takeNodesWords(log: Log): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of Node'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught')
    process.exit(1)
  })
}
