import { normalised } from '@incontro/contract'
import { nameFaultOf, type NameFault } from '@incontro/contract/names'
import type { Brand } from '#modules/brands/index.ts'
import { Failure } from '#platform/http/problem.ts'

const reasons: Readonly<Record<NameFault, string>> = {
  name_length: 'A name has 2 to 40 letters',
  name_contacts: 'A name holds no links, addresses, numbers or names of accounts elsewhere',
  name_marks: 'A name holds no marks that look like those of the service, such as ticks and shields',
  name_reserved: 'This name reads like that of the service or its staff: choose another one',
}

/**
 * The name that a member chose, as it is stored (rule 13.10). Names that were chosen before a rule stay until they
 * are changed; contact details in them are covered like those in texts.
 * @throws Failure 400 with the reason as `code`
 */
export function chosenName(
  written: string,
  brand: Pick<Brand, 'key' | 'title' | 'poolMates'>,
  /** Of the request. */
  field = 'username',
): string {
  const name = normalised(written).trim()
  const fault = nameFaultOf(name, [brand.key, brand.title, ...brand.poolMates])
  if (fault) throw new Failure(400, fault, { field, message: reasons[fault] })
  return name
}
