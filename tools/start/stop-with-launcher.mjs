/*
 * Loaded into the server and the sandbox before their own code: when the launcher dies, even by kill -9, they end too,
 * in their own orderly way. What they write is for their owner only.
 */
import { isMainThread } from 'node:worker_threads'

// Rendering threads load this file too; a process has one umask, which only its main thread may set.
if (isMainThread) process.umask(0o077)

if (process.channel) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    const seconds = Number(process.env['SHUTDOWN_TIMEOUT_SECONDS'] ?? 0) + 5
    setTimeout(() => process.exit(1), seconds * 1000).unref()
  })
  process.channel.unref()
}
