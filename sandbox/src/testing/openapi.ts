import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'

/** The folder of the providers' OpenAPI descriptions: PROVIDER_SPECS, or by default one beside the repository. */
const FOLDER = resolve(process.env.PROVIDER_SPECS ?? join(import.meta.dirname, '../../../../shared/openapi'))

const FILES = {
  'CheckoutService-v72.json': 'adyen/CheckoutService-v72.json',
  'Webhooks-v1.json': 'adyen/Webhooks-v1.json',
  mollie: 'mollie/specs.yaml',
  'paypal orders': 'paypal/checkout_orders_v2.json',
  'paypal payments': 'paypal/payments_payment_v2.json',
  'paypal webhooks': 'paypal/notifications_webhooks_v1.json',
  'paypal disputes': 'paypal/customer_disputes_v1.json',
  'paypal vault': 'paypal/vault_payment_tokens_v3.json',
} as const
export type Description = keyof typeof FILES

/** Returns false and prints a warning if the descriptions are absent. */
export function haveSpecs(): boolean {
  const there = existsSync(join(FOLDER, FILES['CheckoutService-v72.json']))
  if (!there) console.warn(`Wire formats are not checked: no descriptions in ${FOLDER} (set PROVIDER_SPECS)`)
  return there
}

const compilers = new Map<Description, Ajv2020>()
function compilerOf(file: Description): Ajv2020 {
  const known = compilers.get(file)
  if (known) return known
  // PayPal's patterns are invalid in Unicode mode, and its format names are not standard.
  const payPals = file.startsWith('paypal') ? ({ unicodeRegExp: false, logger: false } as const) : {}
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, ...payPals })
  addFormats.default(ajv)
  ajv.addFormat('int32', true).addFormat('int64', true)
  ajv.addSchema({ ...readSpec(file), $id: 'spec' })
  compilers.set(file, ajv)
  return ajv
}

/** A validator for one schema of a description; `problems` lists what does not match. */
export function schemaOf(file: Description, name: string) {
  const ref = `spec#/components/schemas/${name}`
  // Compiled once per name, because compiling takes longer than all validations together.
  const ajv = compilerOf(file)
  const validate: ValidateFunction = ajv.getSchema(`of ${name}`) ?? ajv.compile({ $id: `of ${name}`, $ref: ref })
  return {
    problems(value: unknown): string[] {
      return validate(value)
        ? []
        : (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`)
    },
  }
}

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly responses: Readonly<Record<string, unknown>>
}

/** One operation of a description, with its parameters and responses. */
export function operationOf(file: 'CheckoutService-v72.json', path: string, method: 'delete'): Operation {
  const found = (readSpec(file) as { paths: Record<string, Record<string, Operation>> }).paths[path]?.[method]
  if (!found) throw new Error(`${file} has no ${method} ${path}`)
  return found
}

function readSpec(file: Description): object {
  const text = readFileSync(join(FOLDER, FILES[file]), 'utf8')
  // The core schema does not parse dates: one of the examples is not a valid date.
  return (FILES[file].endsWith('.yaml') ? parse(text, { schema: 'core' }) : JSON.parse(text)) as object
}
