import { forDays, sweptBy, withMember, type Tables } from '#platform/database/table.ts'

export const tables = {
  member_photos: {
    holds: 'a photo of the album',
    keep: withMember,
    erase: 'cascades',
    export: {
      key: 'id',
      columns: 'id state is_default position refusal decided_at created_at',
      not: 'storage_key thumbhash perceptual_hash removed_at site_origin',
    },
  },
  photo_bans: {
    holds: 'the hash of a photo that was removed for whom or what it shows',
    keep: forDays('banned_at', 730, 'the picture may be sent again by another account'),
    erase: { stays: 'a picture that came from a removed account is recognised for two years; names no member' },
    export: { none: 'names no member' },
  },
  photo_upload_parts: {
    holds: 'a received part of an upload',
    keep: sweptBy('photos-sweep-uploads'),
    erase: 'cascades',
    export: { none: 'how the program works, gone in a moment' },
  },
  photo_uploads: {
    holds: 'an unfinished resumable upload',
    keep: sweptBy('photos-sweep-uploads'),
    erase: 'cascades',
    export: { none: 'how the program works, gone in a moment' },
  },
  photo_verifications: {
    holds: 'the picture with a gesture that is compared with the main photo',
    keep: withMember,
    erase: 'cascades',
    export: {
      key: 'member_id',
      columns: 'photo_id gesture state refusal asked_at sent_at decided_at',
      not: 'id storage_key site_origin',
    },
  },
} as const satisfies Tables
