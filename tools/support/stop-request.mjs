import { parentOf } from './process-identity.mjs'

/**
 * Resolves when this process should stop: on a signal, or when the process that started it no longer exists. A killed
 * npm does not notify its script, so under npm the parent is polled. A run that was restarted under another Node is
 * notified through its channel. In other cases a missing parent is ignored, since shells exit and leave their jobs
 * running.
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
      // npm runs its scripts through a shell, which is still running after npm has ended.
      const [parent, above] = [process.ppid, parentOf(process.ppid)]
      const timer = setInterval(
        () => (process.ppid !== parent || parentOf(parent) !== above) && resolve('parent gone'),
        300,
      )
      timer.unref()
    }
  })
}
