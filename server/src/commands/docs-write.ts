import { writeFile } from 'node:fs/promises'
import { writtenDocuments } from './written-documents.ts'

for (const [name, text] of Object.entries(writtenDocuments())) {
  await writeFile(new URL(`../../../docs/${name}`, import.meta.url), text)
  console.log(`docs/${name} is written`)
}
