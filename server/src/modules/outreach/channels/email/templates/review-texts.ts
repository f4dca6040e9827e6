import type { Locale, ReviewRefusal } from '@incontro/contract'

/** Words of the emails about a member's review. */
export interface ReviewTexts {
  readonly published: {
    readonly subject: (title: string) => string
    readonly heading: string
    readonly lines: (title: string) => readonly string[]
    readonly button: string
  }
  readonly refused: {
    readonly subject: (title: string) => string
    readonly heading: string
    /** The statement of reasons: what was decided, on what ground, by whom, and what the author can do (regulation (EU) 2022/2065, article 17). */
    readonly lines: (title: string, ground: string) => readonly string[]
    readonly button: string
  }
  /** The ground as the end of a sentence that has said “because”. */
  readonly grounds: Readonly<Record<ReviewRefusal, string>>
}

export const reviewTexts: Readonly<Record<Locale, ReviewTexts>> = {
  it: {
    published: {
      subject: (title) => `La tua recensione è su ${title}`,
      heading: 'La tua recensione è pubblicata',
      lines: (title) => [
        `Grazie per aver raccontato com’è andata su ${title}. Ora la legge chiunque apra la pagina delle recensioni, con il tuo nome sul profilo e la tua età.`,
        'Puoi cambiarla o ritirarla quando vuoi. Se la cambi, la rileggiamo prima di mostrarla di nuovo.',
      ],
      button: 'Vedi le recensioni',
    },
    refused: {
      subject: (title) => `La tua recensione su ${title} non è pubblicata`,
      heading: 'Non abbiamo pubblicato la tua recensione',
      lines: (title, ground) => [
        `Abbiamo deciso di non mostrare la recensione che hai scritto su ${title} perché ${ground}. È contrario alle regole delle recensioni, che trovi dove si scrivono.`,
        'L’ha letta e deciso una persona, non un programma. Il voto non c’entra: pubblichiamo anche le recensioni negative.',
        'Puoi riscriverla quando vuoi. Se pensi che ci siamo sbagliati, rispondi a questa email entro sei mesi: la rilegge gratis una persona diversa. Puoi anche rivolgerti a un organismo di risoluzione delle controversie o al giudice.',
      ],
      button: 'Riscrivi la recensione',
    },
    grounds: {
      insults: 'contiene insulti o minacce',
      personal_data: 'contiene dati personali o fa riconoscere un’altra persona',
      advertising: 'fa pubblicità o porta ad altri servizi',
      unlawful: 'contiene qualcosa che la legge vieta',
      off_topic: 'non parla della tua esperienza con il servizio',
      not_own: 'abbiamo elementi per credere che non racconti un’esperienza tua',
    },
  },
  es: {
    published: {
      subject: (title) => `Tu reseña ya está en ${title}`,
      heading: 'Tu reseña está publicada',
      lines: (title) => [
        `Gracias por contar cómo te ha ido en ${title}. Ahora la puede leer cualquiera que abra la página de reseñas, con el nombre de tu perfil y tu edad.`,
        'Puedes cambiarla o retirarla cuando quieras. Si la cambias, la volvemos a leer antes de mostrarla.',
      ],
      button: 'Ver las reseñas',
    },
    refused: {
      subject: (title) => `Tu reseña en ${title} no se ha publicado`,
      heading: 'No hemos publicado tu reseña',
      lines: (title, ground) => [
        `Hemos decidido no mostrar la reseña que escribiste en ${title} porque ${ground}. Va contra las reglas de las reseñas, que encuentras donde se escriben.`,
        'La ha leído y decidido una persona, no un programa. La nota no tiene nada que ver: también publicamos las reseñas negativas.',
        'Puedes reescribirla cuando quieras. Si crees que nos hemos equivocado, responde a este correo en un plazo de seis meses: la leerá gratis otra persona. También puedes acudir a un órgano de resolución de litigios o a los tribunales.',
      ],
      button: 'Reescribir la reseña',
    },
    grounds: {
      insults: 'contiene insultos o amenazas',
      personal_data: 'contiene datos personales o permite reconocer a otra persona',
      advertising: 'hace publicidad o lleva a otros servicios',
      unlawful: 'contiene algo que la ley prohíbe',
      off_topic: 'no habla de tu experiencia con el servicio',
      not_own: 'tenemos motivos para creer que no cuenta una experiencia tuya',
    },
  },
  fr: {
    published: {
      subject: (title) => `Votre avis est en ligne sur ${title}`,
      heading: 'Votre avis est publié',
      lines: (title) => [
        `Merci d’avoir raconté votre expérience sur ${title}. Toute personne qui ouvre la page des avis peut désormais le lire, avec votre nom de profil et votre âge.`,
        'Vous pouvez le modifier ou le retirer quand vous voulez. Si vous le modifiez, nous le relisons avant de l’afficher à nouveau.',
      ],
      button: 'Voir les avis',
    },
    refused: {
      subject: (title) => `Votre avis sur ${title} n’est pas publié`,
      heading: 'Nous n’avons pas publié votre avis',
      lines: (title, ground) => [
        `Nous avons décidé de ne pas afficher l’avis que vous avez écrit sur ${title}, parce que ${ground}. C’est contraire aux règles des avis, affichées là où on les écrit.`,
        'C’est une personne qui l’a lu et qui a décidé, pas un programme. La note n’y est pour rien : nous publions aussi les avis négatifs.',
        'Vous pouvez le réécrire quand vous voulez. Si vous pensez que nous nous trompons, répondez à cet e-mail dans les six mois : une autre personne le relira, gratuitement. Vous pouvez aussi saisir un organisme de règlement des litiges ou un tribunal.',
      ],
      button: 'Réécrire l’avis',
    },
    grounds: {
      insults: 'il contient des insultes ou des menaces',
      personal_data: 'il contient des données personnelles ou permet de reconnaître une autre personne',
      advertising: 'il fait de la publicité ou renvoie vers d’autres services',
      unlawful: 'il contient quelque chose que la loi interdit',
      off_topic: 'il ne parle pas de votre expérience avec le service',
      not_own: 'des éléments nous font penser qu’il ne raconte pas une expérience qui est la vôtre',
    },
  },
  en: {
    published: {
      subject: (title) => `Your review is on ${title}`,
      heading: 'Your review is published',
      lines: (title) => [
        `Thank you for telling how it went on ${title}. Anybody who opens the page of reviews can now read it, with your profile name and your age.`,
        'You can change it or take it back whenever you like. If you change it, we read it again before it shows.',
      ],
      button: 'See the reviews',
    },
    refused: {
      subject: (title) => `Your review on ${title} is not published`,
      heading: 'We have not published your review',
      lines: (title, ground) => [
        `We have decided not to show the review you wrote on ${title} because ${ground}. That is against the rules for reviews, which stand where you write one.`,
        'A person read it and decided, not a program. The rating has nothing to do with it: we publish negative reviews too.',
        'You can rewrite it whenever you like. If you think we made a mistake, reply to this email within six months: somebody else reads it again, free of charge. You can also turn to a dispute settlement body or to a court.',
      ],
      button: 'Rewrite the review',
    },
    grounds: {
      insults: 'it contains insults or threats',
      personal_data: 'it contains personal data or lets somebody else be recognised',
      advertising: 'it advertises or leads to other services',
      unlawful: 'it contains something that the law forbids',
      off_topic: 'it is not about your experience with the service',
      not_own: 'we have reason to believe that it does not tell an experience of your own',
    },
  },
}
