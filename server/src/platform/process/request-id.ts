import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/*
 * What set off the work that is under way: a request, an event of a socket, a run of a job. Lines of the log have it as
 * `request_id`, a job that is added keeps it, and its run goes on with it. It is made here and says nothing about a
 * person; one that a request brings along is not taken over.
 */

const scope = new AsyncLocalStorage<string>()

export const newRequestId = (): string => randomUUID()

/** Runs work, and all that it sets off, as set off by this. */
export const withRequestId = <Result>(id: string, work: () => Result): Result => scope.run(id, work)

/** Undefined for what the server does by itself, such as looking for jobs. */
export const currentRequestId = (): string | undefined => scope.getStore()
