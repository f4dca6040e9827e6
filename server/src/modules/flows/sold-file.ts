import { type Brand, BrandFileError } from '#modules/brands/index.ts'
import { currenciesOf } from './brand-flows.ts'
import { flowFile, type FlowFile } from './flow-file.ts'

/** What is wrong with an edited flow: the path inside it, empty for what concerns the whole, and why. */
export interface FlowFault {
  readonly path: readonly string[]
  readonly reason: string
}

type SellingBrand = Pick<Brand, 'key' | 'currency' | 'currencies'>

/** A published flow as its file. @throws if it is none */
export const flowOfFile = (content: unknown): FlowFile => flowFile.parse(content)

/** A flow as one brand sells it: shared files also have the prices of other brands. */
export function soldFile(brand: SellingBrand, file: FlowFile): FlowFile {
  const sold = new Set(currenciesOf(brand).slice(1))
  return {
    ...file,
    plans: file.plans.map((plan) => ({
      ...plan,
      prezzi: Object.fromEntries(Object.entries(plan.prezzi).filter(([currency]) => sold.has(currency))),
    })),
  }
}

/**
 * Checks an edited flow like a file, and against the one that it replaces.
 * @param fits throws BrandFileError where it does not fit the brand or its other flows
 */
export function checkFlow(
  content: unknown,
  {
    brand,
    now,
    fits,
  }: { readonly brand: SellingBrand; readonly now: FlowFile; readonly fits: (file: FlowFile) => void },
): { readonly file: FlowFile | undefined; readonly faults: readonly FlowFault[] } {
  const parsed = flowFile.safeParse(content)
  const replaced = replacedFaults(now, content as Partial<FlowFile>)
  if (!parsed.success)
    return {
      file: undefined,
      faults: [
        ...replaced,
        ...parsed.error.issues.flatMap(({ path, message, ...issue }) =>
          issue.code === 'unrecognized_keys'
            ? issue.keys.map((key) => ({ path: [...path, key].map(String), reason: 'is no key of this file' }))
            : [{ path: path.map(String), reason: message }],
        ),
      ],
    }
  const file = parsed.data
  const faults = [...replaced, ...soldFaults(brand, file)]
  if (faults.length > 0) return { file, faults }
  try {
    fits(file)
    return { file, faults }
  } catch (error) {
    if (!(error instanceof BrandFileError)) throw error
    return { file, faults: [faultOf(file, error)] }
  }
}

/** Prices in currencies in which the brand does not sell. */
function soldFaults(brand: SellingBrand, file: FlowFile): readonly FlowFault[] {
  const [own, ...others] = currenciesOf(brand)
  return file.plans.flatMap(({ prezzi }, n) =>
    Object.keys(prezzi)
      .filter((currency) => !others.includes(currency))
      .map((currency) => ({
        path: ['plans', String(n), 'prezzi', currency],
        reason:
          currency === own
            ? `${currency} is the brand’s own currency: its price is prezzo_totale`
            : `${brand.key} does not sell in ${currency}`,
      })),
  )
}

/** What members have already may not become worth less. */
function replacedFaults(now: FlowFile, file: Partial<FlowFile>): readonly FlowFault[] {
  const faults: FlowFault[] = []
  if (file.fluxId !== now.fluxId) faults.push({ path: ['fluxId'], reason: `must stay ${now.fluxId}` })
  if (file.valoreMessaggio !== now.valoreMessaggio)
    faults.push({
      path: ['valoreMessaggio'],
      reason: `must stay ${now.valoreMessaggio}: what members have bought is counted in it`,
    })
  for (const key of ['messaggi_foto', 'messaggi_vocale'] as const)
    if ((file[key] ?? 0) > now[key])
      faults.push({ path: [key], reason: `must be ${now[key]} at most: members have bought messages at this price` })
  return faults
}

/** Names plans by their place, as a path inside the file does. */
function faultOf(file: FlowFile, { file: name, key, reason }: BrandFileError): FlowFault {
  if (!name.endsWith(`${file.fluxId}.json`)) return { path: [], reason: key === '' ? reason : `${key}: ${reason}` }
  const place = file.plans.findIndex(({ product_id: id }) => key.startsWith(`plans.${id}.`))
  const plan = file.plans[place]
  return {
    path: plan ? ['plans', String(place), ...key.slice(`plans.${plan.product_id}.`.length).split('.')] : key.split('.'),
    reason,
  }
}
