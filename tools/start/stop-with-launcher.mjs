/*
 * Loaded into the server and the sandbox before their own code. When the launcher dies, even by kill -9, they shut down
 * in an orderly way. The files that they write are accessible to their owner only.
 */
import { isMainThread } from 'node:worker_threads'

// Rendering threads load this file too, but only the main thread may set the umask of the process.
if (isMainThread) process.umask(0o077)

if (process.channel) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    const seconds = Number(process.env['SHUTDOWN_TIMEOUT_SECONDS'] ?? 0) + 5
    setTimeout(() => process.exit(1), seconds * 1000).unref()
  })
  process.channel.unref()
}
