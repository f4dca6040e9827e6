import type { Database } from '#platform/database/database.ts'
import { invoiceNumber } from '../../invoices/issue.ts'
import type { Shop } from '../shop.ts'
import type { Run } from './flows.ts'

/** The part of a run that is looked at. */
type Looked = Pick<Run, 'till'> & {
  readonly shop: Pick<Shop, 'db' | 'sandbox'>
  readonly customer: Pick<Run['customer'], 'memberId'>
}

/** Describes what is wrong after a run: open attempts, or money at the provider that does not match the grants. */
export async function damageOf({ shop, till, customer }: Looked): Promise<readonly string[]> {
  const { db, sandbox } = shop
  const [attempts, refunds, sales, withdrawals, invoices, emails, terms] = await Promise.all([
    db.selectFrom('payment_attempts').selectAll().where('member_id', '=', customer.memberId).execute(),
    db.selectFrom('refunds').selectAll().where('member_id', '=', customer.memberId).execute(),
    db
      .selectFrom('ledger_transfers')
      .select(['idempotency_key', 'amount'])
      .where('member_id', '=', customer.memberId)
      .where('from_account', '=', 'house:sales')
      .execute(),
    db
      .selectFrom('ledger_transfers')
      .select('amount')
      .where('member_id', '=', customer.memberId)
      .where('to_account', '=', 'house:refunds')
      .execute(),
    db.selectFrom('invoices').selectAll().where('member_id', '=', customer.memberId).execute(),
    db.selectFrom('emails').select('kind').where('member_id', '=', customer.memberId).execute(),
    db.selectFrom('subscriptions').selectAll().where('member_id', '=', customer.memberId).execute(),
  ])
  const found: string[] = []
  const expect = (is: unknown, due: unknown, what: string) => {
    if (is !== due) found.push(`${what}: ${String(is)} instead of ${String(due)}`)
  }
  for (const attempt of attempts) {
    const { id, state, granted_at: granted, refunded_minor: refunded, plan } = attempt
    const name = `${attempt.renewal_of === null ? 'order' : 'renewal'} ${state}`
    if (granted === null && !['declined', 'cancelled', 'expired', 'failed'].includes(state))
      found.push(`${name} is open`)
    expect(till.held(sandbox, id), granted === null ? 0 : attempt.amount_minor - refunded, `${name}: money held`)
    const bought = sales.filter(({ idempotency_key: key }) => key === `payment:${id}`)
    const { credits } = plan as unknown as { credits: number }
    // A sale of no credits leaves no ledger entry.
    expect(bought.length, granted === null || credits === 0 ? 0 : 1, `${name}: sales`)
    if (granted !== null) expect(bought[0]?.amount ?? 0, credits, `${name}: credits granted`)
    const papers = invoices.filter(({ attempt_id: of }) => of === id)
    expect(papers.filter(({ kind }) => kind === 'invoice').length, granted === null ? 0 : 1, `${name}: invoices`)
    const credited = papers
      .filter(({ kind }) => kind === 'credit_note')
      .reduce((sum, { total_minor: total }) => sum + total, 0)
    expect(credited, refunded, `${name}: credit notes`)
    const withdrawn = refunds.filter(({ attempt_id: of }) => of === id)
    expect(withdrawn.length, attempt.withdrawn_at === null ? 0 : 1, `${name}: refunds`)
    // Only flagged if the provider's refund cannot be repeated.
    if (attempt.flagged !== null && attempt.flagged !== 'refund_unknown') found.push(`${name}: ${attempt.flagged}`)
  }
  const granted = attempts.filter(({ granted_at: at }) => at !== null)
  const withdrawn = attempts.filter(({ withdrawn_at: at }) => at !== null)
  expect(emails.filter(({ kind }) => kind === 'receipt').length, granted.length, 'receipts')
  expect(emails.filter(({ kind }) => kind === 'withdrawal').length, withdrawn.length, 'confirmed withdrawals')
  expect(withdrawals.length, withdrawn.length, 'withdrawals in the ledger')
  for (const term of terms) {
    const renewals = granted.filter((attempt) => attempt.renewal_of === term.id)
    expect(new Set(renewals.map(({ renewal_from: from }) => from?.getTime())).size, renewals.length, 'periods renewed')
    const ends = granted.flatMap(({ term_end: end }) => (end === null ? [] : [end.getTime()]))
    expect(term.period_end.getTime(), Math.max(...ends), 'end of the term')
  }
  return found
}

/** Invoices and credit notes of all runs, which share their series: numbered from 1 without gaps. */
export async function gapsOf(db: Database, brandId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['company', 'kind', 'year', 'number'])
    .where('brand_id', '=', brandId)
    .orderBy('number')
    .execute()
  const series = Map.groupBy(rows, ({ company, kind, year }) => `${company} ${kind} ${year}`)
  return [...series.values()].flatMap((given) =>
    given.flatMap((row, n) => (row.number === n + 1 ? [] : [`${invoiceNumber(row)} comes as number ${n + 1}`])),
  )
}
