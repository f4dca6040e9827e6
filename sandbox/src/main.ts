import { createSandbox } from './app.ts'
import { readConfig } from './config.ts'

const sandbox = createSandbox(readConfig(process.env))

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}

try {
  const { origin, smtpPort } = await sandbox.start()
  console.log(`Sandbox: ${origin} (mail on port ${smtpPort})`)
} catch (error) {
  console.error(`The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
