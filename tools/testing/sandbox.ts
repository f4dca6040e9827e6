import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

/* A stand-in for the sandbox in tests of the launcher. */

createServer((_request, response) => response.end('sandbox')).listen(Number(process.env['SANDBOX_PORT']), 'localhost')
process.on('SIGTERM', () => {
  appendFileSync(join(process.env['DATA_DIR'] ?? '', 'order'), 'sandbox ')
  process.exit(0)
})
