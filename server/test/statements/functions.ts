import { createRequire } from 'node:module'
import type pg from 'pg'
import { nestedKind } from './nested.ts'

/* The SQL functions of a database, and the statements that their bodies contain, as PL/pgSQL's own parser reads them. */

const parser = createRequire(import.meta.url)('libpg-query') as {
  loadModule(): Promise<void>
  parsePlPgSQLSync(definition: string): unknown
}

export interface SqlFunction {
  readonly name: string
  /** Those that read or write tables, by `nestedKind`; undefined for a function in SQL, which reads none of ours. */
  readonly statements: readonly string[] | undefined
}

export async function functionsOf(client: pg.Client): Promise<readonly SqlFunction[]> {
  await parser.loadModule()
  const { rows } = await client.query<{ name: string; language: string; definition: string; body: string }>(`
    select p.proname as name, l.lanname as language, pg_get_functiondef(p.oid) as definition, p.prosrc as body
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`)
  return rows.map(({ name, language, definition, body }) => {
    if (language === 'plpgsql')
      return {
        name,
        statements: [...queriesIn(parser.parsePlPgSQLSync(definition))].filter(readsTables).map(nestedKind),
      }
    if (language !== 'sql' || readsTables(body))
      throw new Error(`${name}: a function in ${language} that reads tables is not looked at; write it in plpgsql`)
    return { name, statements: undefined }
  })
}

const readsTables = (text: string): boolean =>
  /\b(?:from|into|update|join|merge)\b/i.test(text.replace(/\bdistinct from\b/gi, ''))

function* queriesIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node))
    if (key === 'query' && typeof value === 'string') yield value
    else yield* queriesIn(value)
}
