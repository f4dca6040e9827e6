/**
 * SQL that joins `p`, the default photo of the member whose row has the alias `member`, if others may see it.
 * `p.id` is null without one.
 */
export const defaultPhotoJoin = (member: string): string =>
  `left join member_photos p on p.member_id = ${member}.id and p.is_default and p.state = 'approved'`
