/**
 * SQL condition: the photo with the alias `photo` represents its member to others. `send_one_message.sql` and
 * `send_messages.sql` have the same condition.
 */
export const isDefaultPhoto = (photo: string): string => `${photo}.is_default and ${photo}.state = 'approved'`

/**
 * SQL that joins the default photo `p` of the member with the alias `member`, if others may see it; otherwise `p.id` is
 * null.
 */
export const defaultPhotoJoin = (member: string): string =>
  `left join member_photos p on p.member_id = ${member}.id and ${isDefaultPhoto('p')}`
