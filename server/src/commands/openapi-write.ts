import { writeFile } from 'node:fs/promises'
import { openapiDocument } from './openapi-document.ts'
import { socketDocument } from './socket-document.ts'

const file = new URL('../../openapi.json', import.meta.url)
await writeFile(file, await openapiDocument())
await writeFile(new URL('../../../docs/socket.md', import.meta.url), socketDocument())
console.log('server/openapi.json and docs/socket.md are written')
process.exit(0)
