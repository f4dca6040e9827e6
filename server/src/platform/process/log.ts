import { format } from 'node:util'
import { currentRequestId } from './request-id.ts'
import { traceIds } from './tracing.ts'
import { type DestinationStream, pino, stdSerializers, type Logger } from 'pino'

export type Log = Logger

/**
 * PostgreSQL includes the values of the row that violates a constraint (an address, say). The constraint's name is
 * enough to diagnose it.
 */
function withoutValues(error: ReturnType<typeof stdSerializers.err>): object {
  const { detail: _detail, where: _where, internalQuery: _query, parameters: _parameters, ...rest } = error
  return rest
}

/** The program's log: JSON lines, on standard error by default, with everything redacted that could sign a person in. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      mixin() {
        const id = currentRequestId()
        return { ...(id !== undefined && { request_id: id }), ...traceIds() }
      },
      serializers: { err: (error: Error) => withoutValues(stdSerializers.err(error)) },
      redact: {
        paths: [
          'req.headers.cookie',
          'req.headers.authorization',
          'req.headers["x-affiliate-key"]',
          'headers.cookie',
          'headers.authorization',
          'headers["x-affiliate-key"]',
          '*.password',
          '*.token',
          '*.utente',
          '*.email',
          '*.to',
        ],
        censor: '[taken out]',
      },
    },
    destination ?? pino.destination({ fd: 2, sync: false }),
  )
}

const levels = { error: 'error', warn: 'warn', log: 'info', info: 'info', debug: 'debug', trace: 'debug' } as const

/**
 * Also writes as JSON lines to the log what Node and libraries (React Router, Lingui) print: the console, warnings, and
 * uncaught errors, after which the process exits with code 1 as usual.
 */
export function logNodeWarnings(log: Log): void {
  for (const [method, level] of Object.entries(levels))
    console[method as keyof typeof levels] = (...given: unknown[]) => {
      const error = given.find((one) => one instanceof Error)
      log[level]({ ...(error && { err: error }) }, format(...given.filter((one) => one !== error)) || 'printed')
    }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of Node'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught')
    process.exit(1)
  })
}
