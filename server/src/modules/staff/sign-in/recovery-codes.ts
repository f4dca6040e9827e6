import { randomInt } from 'node:crypto'
import type { Tx } from '#platform/database/database.ts'
import { hashToken } from '#platform/ids.ts'

const howMany = 10
/** Without letters and digits that look alike; sixteen of them are 79 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 16

const newCode = (): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
/** In groups of four, as it is shown. */
const grouped = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-')
const plain = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, '')

/** New codes in place of all earlier ones. They are only shown now: their hashes are stored. */
export async function makeRecoveryCodes(tx: Tx, staffId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await tx.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute()
  await tx
    .insertInto('staff_recovery_codes')
    .values(codes.map((code) => ({ staff_id: staffId, code_hash: hashToken(code), used_at: null })))
    .execute()
  return codes.map(grouped)
}

/** Whether it is an unused code of theirs. Each counts once, also among concurrent requests. */
export async function useRecoveryCode(tx: Tx, staffId: string, typed: string, at: Date): Promise<boolean> {
  const used = await tx
    .updateTable('staff_recovery_codes')
    .set({ used_at: at })
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', hashToken(plain(typed)))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}
