import { writeFile } from 'node:fs/promises'
import { migrate } from '#platform/database/migrate.ts'
import { schemaDocument } from './schema-document.ts'

const url = process.env['DATABASE_URL']
if (!url) throw new Error('DATABASE_URL: is missing; `npm run schema:write` sets it')
await migrate(url)
await writeFile(new URL('../../schema.sql', import.meta.url), await schemaDocument(url))
console.log('server/schema.sql is written')
