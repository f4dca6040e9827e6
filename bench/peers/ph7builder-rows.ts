/* What the tables of pH7Builder are filled with, in its own columns. */

/**
 * Settings of its administration: no wait between messages, members stay present for an hour, and no map, for which each
 * profile page asks Google where the member's town is.
 */
export const settings = `
update ph7_settings set settingValue = '0' where settingName = 'timeDelaySendMail';
update ph7_settings set settingValue = '60' where settingName = 'userTimeout';
update ph7_sys_mods_enabled set enabled = '0' where folderName = 'map';
`

/** The address with which the member signs in. */
export const emailOf = (n: number): string => `bench${n}@bench.example`
/** The name in the member's addresses on the site. */
export const usernameOf = (n: number): string => `bench${n}`

/** Of each member; there is a file for it, since the site asks gravatar.com about members without one. */
export const photo = '1.jpg'

/**
 * Members from 1 on; the even ones are women who seek men. They stay present, so that no mail is sent about a message.
 * The first row of its own belongs to no one.
 */
export const memberRows = (members: number, passwordHash: string): string => `
insert into ph7_members (profileId, email, username, password, firstName, lastName, birthDate, sex, matchSex, groupId,
    membershipDate, userStatus, joinDate, lastActivity, avatar, active)
  select seq + 1, concat('bench', seq, '@bench.example'), concat('bench', seq), '${passwordHash}', concat('Bench ', seq),
    'Member', date_sub(current_date, interval 19 + seq % 50 year), if(seq % 2 = 0, 'female', 'male'),
    if(seq % 2 = 0, 'male', 'female'), 2, now(), 1, date_sub(now(), interval seq % 43200 minute),
    date_add(now(), interval 1 day), '${photo}', 1
  from seq_1_to_${members};
insert into ph7_members_info (profileId, description, punchline, city, state, zipCode, country)
  select seq + 1, repeat('Mi piace camminare. ', 8), 'Ciao!', 'Roma', 'Lazio', '00100', 'IT' from seq_1_to_${members};
insert into ph7_members_privacy (profileId) select seq + 1 from seq_1_to_${members};
insert into ph7_members_notifications (profileId) select seq + 1 from seq_1_to_${members};
analyze table ph7_members, ph7_members_info, ph7_members_privacy, ph7_members_notifications;
`

/** Messages that were sent before, from each member to others in turn; days ago, since PHP's clock is hours behind. */
export const messageRows = (members: number, messages: number): string => `
insert into ph7_messages (sender, recipient, title, message, sendDate, status)
  select 2 + seq % ${members}, 2 + (seq * 7919) % ${members}, 'Ciao', concat('Ciao, come stai? ', seq),
    date_sub(now(), interval 2880 + seq % 43200 minute), 0
  from seq_1_to_${messages};
analyze table ph7_messages;
`
