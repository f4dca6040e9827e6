/**
 * SQL that joins the default photo `p` of the member with the alias `member`, if others may see it; otherwise `p.id` is
 * null.
 */
export const defaultPhotoJoin = (member: string): string =>
  `left join member_photos p on p.member_id = ${member}.id and p.is_default and p.state = 'approved'`
