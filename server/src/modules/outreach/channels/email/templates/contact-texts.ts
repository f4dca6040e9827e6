import type { ContactTopic, Locale } from '@incontro/contract'

/** Words around a message to the support. Its readers are the brand's own people. */
export interface ContactTexts {
  readonly subject: (title: string, topic: string, name: string) => string
  readonly topics: Readonly<Record<ContactTopic, string>>
  readonly from: string
  readonly language: string
  readonly languages: Readonly<Record<Locale, string>>
  readonly member: string
  readonly visitor: string
  readonly because: (title: string) => string
}

const subject = (title: string, topic: string, name: string): string => `[${title}] ${topic}: ${name}`

export const contactTexts: Readonly<Record<Locale, ContactTexts>> = {
  it: {
    subject,
    topics: {
      service: 'Come funziona il servizio',
      account: 'Profilo e accesso',
      payments: 'Pagamenti e disdetta',
      safety: 'Sicurezza o segnalazione',
      privacy: 'Dati personali',
      other: 'Altro',
    },
    from: 'Da',
    language: 'Lingua',
    languages: { it: 'italiano', es: 'spagnolo', fr: 'francese', en: 'inglese' },
    member: 'Profilo',
    visitor: 'non ha fatto l’accesso',
    because: (title) => `Scritto nella pagina dei contatti di ${title}. Rispondendo scrivi a chi l’ha mandato.`,
  },
  es: {
    subject,
    topics: {
      service: 'Cómo funciona el servicio',
      account: 'Perfil y acceso',
      payments: 'Pagos y cancelación',
      safety: 'Seguridad o denuncia',
      privacy: 'Datos personales',
      other: 'Otro',
    },
    from: 'De',
    language: 'Idioma',
    languages: { it: 'italiano', es: 'español', fr: 'francés', en: 'inglés' },
    member: 'Perfil',
    visitor: 'no ha iniciado sesión',
    because: (title) => `Escrito en la página de contacto de ${title}. Al responder escribes a quien lo ha enviado.`,
  },
  fr: {
    subject,
    topics: {
      service: 'Fonctionnement du service',
      account: 'Profil et connexion',
      payments: 'Paiements et résiliation',
      safety: 'Sécurité ou signalement',
      privacy: 'Données personnelles',
      other: 'Autre',
    },
    from: 'De',
    language: 'Langue',
    languages: { it: 'italien', es: 'espagnol', fr: 'français', en: 'anglais' },
    member: 'Profil',
    visitor: 'sans session ouverte',
    because: (title) =>
      `Écrit sur la page de contact de ${title}. En répondant, vous écrivez à la personne qui l’a envoyé.`,
  },
  en: {
    subject,
    topics: {
      service: 'How the service works',
      account: 'Profile and signing in',
      payments: 'Payments and cancelling',
      safety: 'Safety or a report',
      privacy: 'Personal data',
      other: 'Something else',
    },
    from: 'From',
    language: 'Language',
    languages: { it: 'Italian', es: 'Spanish', fr: 'French', en: 'English' },
    member: 'Profile',
    visitor: 'not signed in',
    because: (title) => `Written on the contact page of ${title}. A reply goes to whoever sent it.`,
  },
}
