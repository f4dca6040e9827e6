/** Statements that read growing tables and cannot be run with values of ours: only their plans are looked at. */
export const notRun: readonly {
  readonly kind: string
  readonly reason: string
  /** Whether it can be run with some values, and which ones it gets depends on the order of the rows. */
  readonly sometimes?: true
}[] = [
  {
    kind: 'insert into discovery_entries (pool_id, country, region_id, city_id, member_id,',
    reason: 'puts one member, by key, into the list, where the busiest member is already',
  },
  {
    kind: 'update "staff_sessions" set "token_hash" = $n, "second_factor_at" = $n',
    reason: 'gives one session, by its key, a new token, which is that of another row here',
  },
  {
    kind: 'update "telegram_links" set "code_hash" = $n, "code_expires_at" = $n, "chat_hash" = $n',
    reason: 'gives one link, by its key, a chat, which is that of another row here, or its own',
    sometimes: true,
  },
  {
    kind: 'update "trusted_flaggers" set "token_hash" = $n',
    reason: 'gives one flagger, by its key, a new link, which is that of another row here',
    sometimes: true,
  },
  {
    kind: 'update "staff_views" set "name" = $n where "brand_id" = $n and "id" = $n',
    reason: 'renames one view, by its key, and the name may be that of another row here',
    sometimes: true,
  },
  {
    kind: 'update "telegram_links" set "chat_sealed" = $n , "chat_hash" = $n',
    reason: 'seals one chat, by its key, again, which is that of another row here',
    sometimes: true,
  },
  {
    kind: `update promotions set state = 'queued', email_id = $n`,
    reason: 'gives one row, by its key, a mail, which is that of another row here',
    sometimes: true,
  },
]
