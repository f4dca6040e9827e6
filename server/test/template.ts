import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { loadGeography } from '../src/modules/geo/load.ts'
import { openDatabase } from '../src/platform/database.ts'
import { migrate } from '../src/platform/migrate.ts'

/** The same server, another database. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement about databases, outside any of the databases it speaks of. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export function randomName(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`
}

/** A database that went through all migrations and has the geography, which is the slow part of filling one; others are cloned from it. Nobody may be connected to it then. */
export async function prepareTemplate(server: string): Promise<{ name: string; drop: () => Promise<void> }> {
  const name = randomName('template')
  await onServer(server, `create database ${name}`)
  await migrate(databaseUrl(server, name))
  const { db, close } = openDatabase(databaseUrl(server, name), { size: 1 })
  await loadGeography(db)
  await close()
  return { name, drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
}
