import pg from 'pg'

const queries = {
  tables: `select c.relname as name, pg_get_partkeydef(c.oid) as partitioned from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  columns: `select attrelid::regclass::text as "table", attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required,
      pg_get_expr(d.adbin, d.adrelid) as "default"
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) and attnum > 0 and not attisdropped
    order by 1, attnum`,
  constraints: `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n' order by 1, contype desc, 2`,
  indexes: `select tablename as "table", replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes i where schemaname = 'public'
    and not exists (select from pg_constraint k where k.conname = i.indexname and k.connamespace = 'public'::regnamespace) order by 1, indexname`,
  views: `select viewname as name, definition from pg_views where schemaname = 'public' order by 1`,
  functions: `select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace order by proname`,
}

interface Column {
  table: string
  name: string
  type: string
  required: boolean
  default: string | null
}
interface Part {
  table: string
  name: string
  definition: string
}

/** The schema after all migrations, for people to read: tables with constraints and indexes, views, functions. */
export async function schemaDocument(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const all = async <T extends object>(text: string): Promise<T[]> => (await client.query(text)).rows as T[]
    const columns = await all<Column>(queries.columns)
    const constraints = await all<Part>(queries.constraints)
    const indexes = await all<Part>(queries.indexes)
    const tables = (await all<{ name: string; partitioned: string | null }>(queries.tables)).map(
      ({ name, partitioned }) => {
        const lines = [
          ...columns
            .filter((column) => column.table === name)
            .map(
              (column) =>
                `  ${column.name} ${column.type}${column.required ? ' not null' : ''}${column.default === null ? '' : ` default ${column.default}`}`,
            ),
          ...constraints
            .filter((constraint) => constraint.table === name)
            .map((constraint) => `  constraint ${constraint.name} ${constraint.definition}`),
        ]
        const own = indexes.filter((index) => index.table === name).map((index) => `${index.definition};\n`)
        const by = partitioned === null ? '' : ` partition by ${partitioned}`
        return `create table ${name} (\n${lines.join(',\n')}\n)${by};\n${own.join('')}`
      },
    )
    const views = (await all<Part>(queries.views)).map((view) => `create view ${view.name} as\n${view.definition}\n`)
    const functions = (await all<Part>(queries.functions)).map((one) => `${one.definition.trim()};\n`)
    return `-- What the migrations come to. Written by \`npm run schema:write\` and compared in the tests; change a migration, not this file.\n\n${[...tables, ...views, ...functions].join('\n')}`
  } finally {
    await client.end()
  }
}
