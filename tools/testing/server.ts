import { createServer } from 'node:http'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/* Stands for the server in tests of the launcher: tells its environment, ends when it is told to. */

const { PORT, HOST, DATA_DIR = '', LAUNCHER_TEST_DIES } = process.env
if (LAUNCHER_TEST_DIES !== undefined) {
  console.error('settings are wrong')
  process.exit(3)
}

const server = createServer((request, response) => {
  if (request.url === '/die') process.exit(9)
  response.end(JSON.stringify(process.env))
})
server.listen(Number(PORT), HOST, () => console.log('Demo login: somebody'))
process.on('SIGTERM', () => {
  appendFileSync(join(DATA_DIR, 'order'), 'server ')
  process.exit(0)
})
