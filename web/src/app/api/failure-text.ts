import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The messages of the spec's codes (section 8); each says what the member can do next. */
const texts: Record<string, MessageDescriptor> = {
  '1000': msg`C’è già un profilo con questa email. Prova ad accedere.`,
  '1001': msg`Email o password non corrispondono.`,
  '1003': msg`Da questo dispositivo è già stato aperto un profilo con questa email. Prova ad accedere.`,
  '1004': msg`Questo indirizzo non può ricevere posta. Controlla punti e spazi.`,
  '1005': msg`Con questo indirizzo non è possibile registrarsi. Usane un altro, non temporaneo.`,
  '1007': msg`Troppi tentativi. Riprova tra un’ora.`,
  challenge_required: msg`Troppi tentativi da qui. Attiva JavaScript nel browser oppure riprova tra un’ora.`,
  '429': msg`Troppi tentativi. Riprova tra un’ora.`,
  '1008': msg`Questo profilo è disattivato. Scrivi all’assistenza per riaprirlo.`,
  '1009': msg`Ti abbiamo già scritto per confermare questo indirizzo. Guarda anche nello spam.`,
  utente_disabilitato: msg`Questo profilo è disattivato. Scrivi all’assistenza per riaprirlo.`,
  deletion_pending: msg`Questo profilo sta per essere eliminato. Puoi ancora tenerlo: usa il link che ti abbiamo mandato, oppure accedi con email e password.`,
  nothing_to_cancel: msg`Questo profilo non sta per essere eliminato: accedi come sempre.`,
  password_needed: msg`Scrivi la password.`,
  password_errata: msg`La password non è giusta.`,
  sign_in_again: msg`Per sicurezza esci e accedi di nuovo: poi hai dieci minuti per farlo.`,
  mail_password_errati: msg`Email o password non corrispondono.`,
  errore_email: msg`Controlla l’indirizzo email: serve una chiocciola e quello che viene dopo, per esempio nome@example.org.`,
  errore_password: msg`Scegli una password di almeno 8 caratteri che non sia tra le più comuni.`,
  eta: msg`Scegli la tua età. Per registrarti devi avere almeno 18 anni.`,
  password_mancante: msg`Scrivi la password.`,
  errore_citta: msg`Scegli la tua regione.`,
  errore_sono: msg`Dicci se sei una donna o un uomo.`,
  errore_cerco: msg`Dicci chi cerchi.`,
  errore_terms: msg`Senza i quattro consensi non possiamo aprire il profilo.`,
  errore_stessa_mail: msg`È lo stesso indirizzo di prima.`,
  mail_esistente: msg`Questo indirizzo è già in uso. Scegline un altro.`,
  non_corrispondono: msg`Le due password non sono uguali.`,
  errore_nome: msg`Scrivi come ti chiami, su una riga.`,
  name_length: msg`Un nome ha da 2 a 40 lettere.`,
  name_contacts: msg`In un nome non possono stare numeri, link, indirizzi o nomi di altri profili.`,
  name_marks: msg`In un nome non possono stare segni come spunte e scudi: sembrano i nostri.`,
  name_reserved: msg`Questo nome sembra quello del servizio o di chi ci lavora. Scegline un altro.`,
  errore_telefono: msg`Scrivi un numero di telefono, con il prefisso se è di un altro paese.`,
  errore_argomento: msg`Scegli di che cosa si tratta.`,
  errore_messaggio: msg`Scrivi il tuo messaggio.`,
  token_expired: msg`Questo link è già stato usato o è scaduto. Chiedine uno nuovo.`,
  solo_immagini: msg`Questo file non è una foto che possiamo leggere. Usa JPEG, PNG o GIF.`,
  // Of a proxy in front of the server, which says nothing more.
  '413': msg`È troppo grande: non passa. Prova con una foto più piccola o con un messaggio vocale più corto.`,
  grandezza_file: msg`Questa foto è incompleta o troppo grande. Scegline un’altra.`,
  not_a_photo: msg`Questa immagine è vuota, troppo piccola o troppo stretta. Scegli una foto di almeno 200 pixel per lato.`,
  too_many_photos: msg`Ci stanno al massimo sei foto: eliminane prima una.`,
  age_corrected: msg`L’età si può correggere una volta. Per un’altra correzione scrivi all’assistenza.`,
  gender_changed_often: msg`Il genere si può correggere due volte in 30 giorni. Per altre correzioni scrivi all’assistenza.`,
  home_changed_often: msg`Dove vivi si può correggere due volte in 30 giorni. Se hai traslocato di nuovo, scrivi all’assistenza.`,
  same_photo: msg`Questa foto c’è già.`,
  offline: msg`Non c’è rete. Quello che hai scritto è ancora qui: riprova quando torna.`,
}

const generic = msg`Qualcosa è andato storto. Riprova tra poco.`

/** The message for a failure; a general sentence for an unexpected code. */
export const failureText = (code: string): MessageDescriptor => texts[code] ?? generic
