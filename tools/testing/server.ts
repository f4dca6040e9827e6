import { createServer } from 'node:http'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/* A stand-in for the server in tests of the launcher: answers its environment, logs and exits on request. */

const { PORT, HOST, DATA_DIR = '', LAUNCHER_TEST_DIES, LAUNCHER_TEST_STOP_MS = '0' } = process.env
if (LAUNCHER_TEST_DIES !== undefined) {
  console.error('settings are wrong')
  process.exit(3)
}

const server = createServer((request, response) => {
  if (request.url === '/die') process.exit(9)
  if (request.url?.startsWith('/log/')) console.error(JSON.stringify({ level: 30, msg: request.url }))
  response.end(JSON.stringify({ ...process.env, ARGUMENTS: process.argv.slice(2).join(' ') }))
})
server.listen(Number(PORT), HOST, () => console.log('Demo login: somebody'))
process.on('SIGTERM', () => {
  setTimeout(() => {
    appendFileSync(join(DATA_DIR, 'order'), 'server ')
    process.exit(0)
  }, Number(LAUNCHER_TEST_STOP_MS))
})
