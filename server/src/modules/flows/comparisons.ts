import { BrandFileError, type Brand } from '#modules/brands/index.ts'
import { companyTimeZone, startOfDay } from '#modules/calendar/index.ts'
import { compliantFlowId, type Flow } from './flow.ts'

/** Two flows among which the visitors of the first are divided (decision 058). */
export interface Comparison {
  /** The one that a visit asks for, or gets by default. */
  readonly flow: Flow
  /** The one to which some of its visitors are led. No visit may ask for it. */
  readonly other: Flow
  /** How many of a hundred visitors get `other`. */
  readonly share: number
  /** The day on which it begins, and that moment by the calendar of the company. */
  readonly since: string
  readonly startsAt: Date
}

/**
 * What `comparedFlows` of `brand.json` declares.
 * @throws BrandFileError for flows that cannot be compared
 */
export function comparisonsOf(
  brand: Brand,
  { flowOf, file }: { readonly flowOf: (id: string, key: string) => Flow; readonly file: string },
): readonly Comparison[] {
  const visits = new Set([brand.defaultFluxId, ...brand.visitFlows])
  const others = new Set<string>()
  return Object.entries(brand.comparedFlows).map(([id, { with: otherId, share, since }]) => {
    const key = `comparedFlows.${id}`
    const fault = (reason: string): BrandFileError => new BrandFileError(file, key, reason)
    const [flow, other] = [flowOf(id, key), flowOf(otherId, `${key}.with`)]
    if (!visits.has(id)) throw fault(`no visit gets flow ${id}`)
    // Who could ask for it would choose it themselves, and those are other people.
    if (visits.has(otherId)) throw fault(`a visit may ask for flow ${otherId}: only ${id} may lead to it`)
    if (id === compliantFlowId || otherId === compliantFlowId)
      throw fault(`${compliantFlowId} is for visitors without an advertisement, and is compared with nothing`)
    if (others.has(otherId)) throw fault(`flow ${otherId} is compared twice`)
    if (flow.ageCheck !== other.ageCheck) throw fault('one of the two checks the age: protections are the same in each')
    others.add(otherId)
    return { flow, other, share, since, startsAt: startOfDay(since, companyTimeZone(brand.company.vatNumber)) }
  })
}
