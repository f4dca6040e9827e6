import { tables as accounts } from '#modules/accounts/tables.ts'
import { tables as activity } from '#modules/activity/tables.ts'
import { tables as affiliates } from '#modules/affiliates/tables.ts'
import { tables as ageChecks } from '#modules/age-checks/tables.ts'
import { tables as audit } from '#modules/audit/tables.ts'
import { tables as cases } from '#modules/cases/tables.ts'
import { tables as chat } from '#modules/chat/tables.ts'
import { tables as concierge } from '#modules/concierge/tables.ts'
import { tables as credits } from '#modules/credits/tables.ts'
import { tables as dataExport } from '#modules/data-export/tables.ts'
import { tables as demo } from '#modules/demo/tables.ts'
import { tables as desk } from '#modules/desk/tables.ts'
import { tables as discovery } from '#modules/discovery/tables.ts'
import { tables as flows } from '#modules/flows/tables.ts'
import { tables as freeCredits } from '#modules/free-credits/tables.ts'
import { tables as geo } from '#modules/geo/tables.ts'
import { tables as identity } from '#modules/identity/tables.ts'
import { tables as insight } from '#modules/insight/tables.ts'
import { tables as members } from '#modules/members/tables.ts'
import { tables as moderation } from '#modules/moderation/tables.ts'
import { tables as offers } from '#modules/offers/tables.ts'
import { tables as outreach } from '#modules/outreach/tables.ts'
import { tables as payments } from '#modules/payments/tables.ts'
import { tables as photos } from '#modules/photos/tables.ts'
import { tables as reviews } from '#modules/reviews/tables.ts'
import { tables as site } from '#modules/site/tables.ts'
import { tables as staff } from '#modules/staff/tables.ts'
import { tables as subscriptions } from '#modules/subscriptions/tables.ts'
import { tables as mailings } from '#modules/mailings/tables.ts'
import { tables as support } from '#modules/support/tables.ts'
import { tables as privacy } from '#modules/privacy/tables.ts'
import { tables as trust } from '#modules/trust/tables.ts'
import { tables as platform } from '#platform/tables.ts'
import type { Export, TableFacts, Tables } from '#platform/database/table.ts'
import type { SealedPlace } from '#platform/secrets/sealed-columns.ts'
import type { RetentionRules } from '#platform/database/retention.ts'

/** The tables of each module, by its folder. */
export const tablesOfModules: Readonly<Record<string, Tables>> = {
  accounts,
  activity,
  affiliates,
  'age-checks': ageChecks,
  audit,
  cases,
  chat,
  concierge,
  credits,
  'data-export': dataExport,
  demo,
  desk,
  discovery,
  flows,
  'free-credits': freeCredits,
  geo,
  identity,
  insight,
  members,
  moderation,
  offers,
  outreach,
  payments,
  photos,
  privacy,
  reviews,
  site,
  staff,
  subscriptions,
  support,
  mailings,
  trust,
  platform,
}

/** Every table of the database. A table belongs to one module: only that one writes it. */
export const allTables: Tables = merge(Object.values(tablesOfModules))

export const retentionRules: RetentionRules = mapped(({ keep }) => keep)

/** The exported columns of each file of the export of own data. */
export const exportedFiles: readonly (Export & { readonly table: string; readonly file: string })[] = Object.entries(
  allTables,
).flatMap(([table, { export: exported }]) =>
  'none' in exported ? [] : [exported].flat().map((one) => ({ file: table, ...one, table })),
)

/** What is encrypted under SECRET_KEY. */
export const sealedPlaces: readonly SealedPlace[] = Object.entries(allTables).flatMap(([table, { sealed = {} }]) =>
  Object.entries(sealed).map(([column, facts]) => ({ table, column, facts })),
)

/** Tables that are not read on a replica. */
export const exactTables: readonly string[] = Object.entries(allTables)
  .filter(([, { exact }]) => exact)
  .map(([name]) => name)

function merge(parts: readonly Tables[]): Tables {
  const all: Record<string, TableFacts> = {}
  for (const part of parts)
    for (const [name, facts] of Object.entries(part)) {
      if (Object.hasOwn(all, name)) throw new Error(`two modules own the table “${name}”`)
      all[name] = facts
    }
  return all
}

function mapped<T>(value: (facts: TableFacts) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(allTables).map(([name, facts]) => [name, value(facts)]))
}
