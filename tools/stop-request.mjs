import { parentOf } from './process-identity.mjs'

/**
 * Resolves once, when this process should end: a signal, or the process that started it is gone. A killed npm tells its
 * script nothing, so under npm the parent is looked at; a run that was started again under another Node hears it from
 * its channel. Elsewhere a vanished parent means nothing: shells end and leave their jobs running.
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
