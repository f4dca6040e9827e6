import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The messages of the specification's codes (section 8); each says what the member can do next. */
const texts: Record<string, MessageDescriptor> = {
  '1000': msg`There’s already a profile with this email. Try signing in.`,
  '1001': msg`Email and password don’t match.`,
  '1003': msg`A profile with this email has already been opened from this device. Try signing in.`,
  '1004': msg`This address can’t receive mail. Check the dots and spaces.`,
  '1005': msg`You can’t sign up with this address. Use another one that isn’t temporary.`,
  '1007': msg`Too many attempts. Try again in an hour.`,
  challenge_required: msg`Too many attempts from here. Turn on JavaScript in the browser or try again in an hour.`,
  '429': msg`Too many attempts. Try again in an hour.`,
  '1008': msg`This profile is deactivated. Write to support to reopen it.`,
  '1009': msg`We’ve already emailed you to confirm this address. Look in your spam folder too.`,
  utente_disabilitato: msg`This profile is deactivated. Write to support to reopen it.`,
  deletion_pending: msg`This profile is about to be deleted. You can still keep it: use the link we sent you, or sign in with your email and password. If you’ve lost both, ask for a new password on the sign-in page.`,
  nothing_to_cancel: msg`This profile isn’t being deleted: sign in as usual.`,
  password_needed: msg`Type the password.`,
  password_errata: msg`That password isn’t right.`,
  sign_in_again: msg`To be safe, sign out and in again: then you have ten minutes to do it.`,
  mail_password_errati: msg`Email and password don’t match.`,
  errore_email: msg`Check the email address: it needs an @ and what follows it, for example name@example.org.`,
  errore_password: msg`Choose a password of at least 8 characters that isn’t one of the most common.`,
  eta: msg`Choose your age. You must be at least 18 to sign up.`,
  password_mancante: msg`Type the password.`,
  errore_citta: msg`Choose your region.`,
  errore_sono: msg`Tell us your gender.`,
  errore_cerco: msg`Tell us who you’re looking for.`,
  errore_terms: msg`We can’t open your profile without the four consents.`,
  errore_stessa_mail: msg`That’s the same address as before.`,
  mail_esistente: msg`This address is already in use. Choose another one.`,
  non_corrispondono: msg`The two passwords aren’t the same.`,
  errore_nome: msg`Write your name, on one line.`,
  name_length: msg`A name has 2 to 40 letters.`,
  name_contacts: msg`A name can’t contain phone numbers, links, addresses or the names of other profiles.`,
  name_marks: msg`A name can’t contain ticks or shields: they look like ours.`,
  name_reserved: msg`This name looks like the service’s own or its team’s. Choose another one.`,
  errore_telefono: msg`Enter a phone number, with the country code if it’s from another country.`,
  errore_argomento: msg`Choose what it’s about.`,
  errore_messaggio: msg`Write your message.`,
  token_expired: msg`This link has been used or has expired. Ask for a new one.`,
  solo_immagini: msg`This file isn’t a photo we can read. Use JPEG, PNG or GIF.`,
  // Of a proxy in front of the server, which says nothing more.
  '413': msg`It’s too large to send. Try a smaller photo or a shorter voice message.`,
  grandezza_file: msg`This photo is incomplete or too large. Choose another one.`,
  not_a_photo: msg`This picture is blank, too small or too narrow. Choose a photo of at least 200 pixels a side.`,
  too_many_photos: msg`There’s room for six photos at most: delete one first.`,
  age_corrected: msg`Your age can be corrected once. For another correction, write to support.`,
  gender_changed_often: msg`You can change this twice in 30 days. For other changes, write to support.`,
  home_changed_often: msg`You can correct where you live twice in 30 days. If you’ve moved again, write to support.`,
  same_photo: msg`This photo is already there.`,
  offline: msg`You’re offline. What you wrote is still here: try again when you’re back online.`,
}

const generic = msg`Something went wrong. Please try again shortly.`

/** The message for a failure; a general sentence for an unexpected code. */
export const failureText = (code: string): MessageDescriptor => texts[code] ?? generic
