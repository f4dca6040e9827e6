import { parentOf } from './process-identity.mjs'

/**
 * Resolves once, when this process should stop: on a signal, or when the process that started it no longer exists. A
 * killed npm does not notify its script, so under npm the parent is polled; a run restarted under another Node is
 * notified by its channel. Elsewhere a vanished parent means nothing, since shells exit and leave their jobs running.
 * @returns {Promise<string>} the reason, for the log
 */
export function stopRequest() {
  return new Promise((resolve) => {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, () => resolve(signal))
    if (process.channel) {
      process.once('disconnect', () => resolve('parent gone'))
      process.channel.unref()
    } else if (process.env['npm_lifecycle_event'] !== undefined) {
      // npm runs its scripts through a shell, which survives it.
      const [parent, above] = [process.ppid, parentOf(process.ppid)]
      const timer = setInterval(
        () => (process.ppid !== parent || parentOf(parent) !== above) && resolve('parent gone'),
        300,
      )
      timer.unref()
    }
  })
}
