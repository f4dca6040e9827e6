/** A table of which older months are copied into files. */
export interface ArchivedTable {
  /** When the row was written; rows of a month never change, except by erasing the member. */
  readonly at: string
  /** Days after the end of a month from which on it is archived. */
  readonly days: number
  /** SQL expressions by name. None may name a member: files outlive their rows. */
  readonly columns: Readonly<Record<string, string>>
  /** Amounts that the manifest sums up, by these columns. */
  readonly totals?: { readonly by: readonly string[]; readonly amount: string }
}

/** The books and evidence that the law requires to be kept, by table. */
export const archivedTables: Readonly<Record<string, ArchivedTable>> = {
  consents: {
    at: 'given_at',
    days: 400,
    columns: { kind: 'kind', granted: 'granted', textVersion: 'text_version', locale: 'locale', givenAt: 'given_at' },
  },
  invoices: {
    at: 'issued_at',
    days: 400,
    columns: {
      company: 'company',
      year: 'year',
      kind: 'kind',
      number: 'number',
      brand: 'brand_id',
      payment: 'attempt_id',
      refund: 'refund_id',
      country: 'country',
      vatPerMille: 'vat_per_mille',
      totalMinor: 'total_minor',
      vatMinor: 'vat_minor',
      currency: 'currency',
      seller: 'seller',
      issuedAt: 'issued_at',
    },
    totals: { by: ['company', 'kind', 'currency'], amount: 'totalMinor' },
  },
  ledger_transfers: {
    at: 'created_at',
    days: 400,
    columns: {
      brand: 'brand_id',
      from: 'from_account',
      to: 'to_account',
      amount: 'amount',
      // The rest of a key may name a member.
      cause: "split_part(idempotency_key, ':', 1)",
      createdAt: 'created_at',
    },
    totals: { by: ['brand', 'from', 'to'], amount: 'amount' },
  },
}
