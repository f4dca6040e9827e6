import { PostgresDialect, Transaction, type DatabaseConnection } from 'kysely'
import type { DB } from './database-types.ts'
import type { Tx } from './database.ts'

// What a transaction is made of besides its connection. It compiles statements; nothing connects by it.
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('a transaction has its connection')) })
const driver = dialect.createDriver()

/**
 * Work in a transaction whose statements do not wait for the answers to those before: what is started together, as by
 * `Promise.all`, takes one round trip. They run in the order in which they are started, and none is run after one that
 * failed. For statements that do not need each other's results; the work has to await all of them.
 */
export function pipelined<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const executor = tx.getExecutor()
  return executor.provideConnection((connection) => {
    const provider = {
      provideConnection: <R>(consumer: (connection: DatabaseConnection) => Promise<R>) => consumer(connection),
    }
    return work(
      new Transaction<DB>({
        config: { dialect },
        dialect,
        driver,
        executor: executor.withConnectionProvider(provider),
      }),
    )
  })
}
