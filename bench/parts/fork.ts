import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#test/support/free-port.ts'
import { MEMORY_ENV, NODE_FLAGS } from '../../tools/support/memory.mjs'

export interface Forked {
  readonly port: number
  readonly child: ChildProcess
  ask<T>(question: string): Promise<T>
  stop(): Promise<void>
}

/**
 * Runs a program of this folder in a new process with the memory settings of our programs, and waits until it sends
 * 'ready'.
 */
export async function forkProgram(file: string, env: Record<string, string> = {}): Promise<Forked> {
  const port = await freePort()
  const child = fork(new URL(file, import.meta.url), [], {
    env: { ...MEMORY_ENV, ...process.env, ...env, PORT: String(port) },
    execArgv: [...NODE_FLAGS, '--expose-gc'],
  })
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
  ])
  return {
    port,
    child,
    ask: (question) =>
      new Promise((resolve, reject) => {
        const ended = (code: number | null): void => reject(new Error(`${file} ended with ${code}`))
        if (child.exitCode !== null) return ended(child.exitCode)
        child.once('exit', ended)
        child.once('message', (answer) => {
          child.off('exit', ended)
          resolve(answer as never)
        })
        child.send(question)
      }),
    async stop() {
      // A process that has already exited emits no further event.
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${file} ended by itself (${child.exitCode ?? child.signalCode})`)
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
