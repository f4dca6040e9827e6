/*
 * Loaded into the server and the sandbox before their own code: when the launcher dies, even by kill -9, they end too,
 * in their own orderly way. What they write is for their owner only.
 */
process.umask(0o077)

if (process.channel) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    const seconds = Number(process.env['SHUTDOWN_TIMEOUT_SECONDS'] ?? 0) + 5
    setTimeout(() => process.exit(1), seconds * 1000).unref()
  })
  process.channel.unref()
}
