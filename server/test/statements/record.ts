import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseOptions } from '#platform/database/database.ts'
import { isStatement, kindOf } from './kinds.ts'

/*
 * With TEST_STATEMENTS_DIR set, every kind of statement that the program sends while the tests run is written to a file
 * of the worker; `statements.test.ts` reads them afterwards.
 */

/** A line of the files: a statement, or a command whose statements were recorded. */
export type Recorded = { readonly text: string } | { readonly command: string }

class Recorder {
  readonly #file: string
  /** Texts that are written, and those of the same kind or of no interest. */
  readonly #texts = new Set<string>()
  readonly #kinds = new Set<string>()
  readonly #commands = new Set<string>()
  /** How often the sender of a text was looked for in this file of tests. */
  readonly #looked = new Map<string, number>()

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    this.#file = join(folder, `${process.pid}.jsonl`)
  }

  /** A statement of the program. */
  add(text: string): void {
    if (this.#texts.has(text)) return
    this.#texts.add(text)
    const kind = kindOf(text)
    if (this.#kinds.has(kind) || !isStatement(text)) return
    this.#kinds.add(kind)
    this.#write({ text })
  }

  /** A statement of the program or of a test, which the stack says. */
  addFrom(text: string): void {
    const looked = this.#looked.get(text) ?? 0
    if (looked === mostLooks) return
    this.#looked.set(text, looked + 1)
    const stack = frames()
    const sender = stack.find((frame) => !passesOn.test(frame))
    if (sender === undefined || !isProgram(sender)) return
    if (!readsEverything(sender)) this.add(text)
    for (const frame of stack) {
      const command = /\/server\/src\/commands\/([\w-]+)\.ts:/.exec(frame)?.[1]
      if (command === undefined || this.#commands.has(command)) continue
      this.#commands.add(command)
      this.#write({ command })
    }
  }

  forgetLooks(): void {
    this.#looked.clear()
  }

  #write(line: Recorded): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
  }
}

/**
 * Most looks for the sender of one text in a file of tests, as each takes a stack, which costs more than most statements. A test and the
 * program hardly ever send the same text.
 */
const mostLooks = 3
/** Frames between the sender of a statement and its connection. */
const passesOn =
  /\/node_modules\/|\bnode:|\(native\)|<anonymous>|\/server\/src\/platform\/database\/(?:prepared|pool-override|database|pipeline)\.ts:|\/server\/test\/statements\/record\.ts:/
const isProgram = (frame: string): boolean => frame.includes('/server/src/') && !/\.test\.ts:|\/testing\//.test(frame)
/**
 * Copies and deletes whole tables of a pool, or looks at every row of a restored database, while an operator waits: every
 * table is read by intention.
 */
const readsEverything = (frame: string): boolean =>
  /\/server\/src\/(?:pool-move\/|commands\/restore-check\.ts)/.test(frame)

let recorder: Recorder | undefined
function theRecorder(): Recorder | undefined {
  const folder = process.env['TEST_STATEMENTS_DIR']
  if (folder === undefined || folder === '') return undefined
  return (recorder ??= new Recorder(folder))
}

/** Records all statements of a test server's routes, events and jobs, by its own connections. */
export function recordStatements(): Pick<DatabaseOptions, 'onStatement'> {
  const into = theRecorder()
  return into === undefined ? {} : { onStatement: (text) => into.add(text) }
}

/** Before each file of tests: a command may send what an earlier file has sent otherwise. */
export const forgetLooks = (): void => theRecorder()?.forgetLooks()

const frames = (): readonly string[] => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const { stack = '' } = new Error('the stack')
  Error.stackTraceLimit = stackTraceLimit
  return stack.split('\n').slice(1)
}

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

/**
 * Records what the program sends on a test's own connections, too: commands and modules that a test calls with them. A
 * pool sends later than it is asked, so it is listened to as well.
 */
export function recordOtherConnections(): void {
  const into = theRecorder()
  if (into === undefined) return
  for (const { prototype } of [pg.Client, pg.Pool] as readonly { readonly prototype: { query: unknown } }[]) {
    const query = prototype.query as (this: unknown, ...args: unknown[]) => unknown
    prototype.query = function (this: { readonly onStatement?: unknown }, ...args: unknown[]): unknown {
      if (this.onStatement === undefined) into.addFrom(textOf(args[0]))
      return query.apply(this, args)
    }
  }
}
