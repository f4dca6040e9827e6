import { planTexts } from './plan-texts.fr.ts'
import type { EmailTexts } from './texts.ts'

export const texts: EmailTexts = {
  plan: planTexts,
  'confirm-email': {
    subject: (title) => `Confirmez votre adresse sur ${title}`,
    heading: (title) => `Votre profil sur ${title} est presque prêt`,
    lines: () => [
      'Il reste une étape : confirmez que cette adresse est la vôtre. Ensuite vous pourrez écrire et recevoir des réponses.',
    ],
    button: 'Confirmer l’adresse',
    after:
      'Le lien est valable 24 heures et sert une fois. Si l’inscription ne vient pas de vous, ignorez cet e-mail : sans confirmation, rien ne se passe.',
  },
  'registered-again': {
    subject: (title) => `Vous êtes déjà sur ${title} : confirmez l’adresse`,
    heading: () => 'Cette adresse est déjà inscrite',
    lines: (title) => [
      `Quelqu’un a essayé de s’inscrire à nouveau sur ${title} avec cette adresse, qui n’est pas encore confirmée. Si c’est vous, confirmez ici : le profil d’avant vous attend.`,
    ],
    button: 'Confirmer l’adresse',
    after: 'Le lien est valable 24 heures et sert une fois. Si ce n’est pas vous, ignorez cet e-mail.',
  },
  'reset-password': {
    subject: (title) => `Choisissez un nouveau mot de passe pour ${title}`,
    heading: () => 'Choisissez un nouveau mot de passe',
    lines: () => [
      'Nous avons reçu une demande de changement du mot de passe de votre profil. Le bouton permet d’en choisir un nouveau ; ensuite, les autres appareils sont déconnectés.',
    ],
    button: 'Choisir le mot de passe',
    after:
      'Le lien est valable 2 heures et sert une fois. Si la demande ne vient pas de vous, ignorez cet e-mail : le mot de passe reste le même.',
  },
  welcome: {
    subject: (title) => `C’est fait : votre profil sur ${title} est ouvert`,
    heading: () => 'Ravis de vous voir ici',
    lines: () => [
      'Votre adresse est confirmée : les autres personnes peuvent maintenant vous trouver.',
      'Commencez par quelques lignes sur vous et sur ce que vous cherchez : on saura de quoi vous parler.',
      'Puis un premier bonjour. Pas besoin de la phrase parfaite : une question sur un détail lu dans un profil suffit.',
    ],
    button: 'Compléter le profil',
    after:
      'Le bouton vous connecte sans mot de passe : ne transférez pas cet e-mail. Il est valable 3 jours et sert une fois ; ensuite, connectez-vous comme d’habitude.',
  },
  'sign-in-link': {
    subject: (title) => `Votre nouveau lien pour entrer sur ${title}`,
    heading: () => 'Entrez en un clic',
    lines: () => [
      'Le lien précédent n’était plus valable et vous en avez demandé un nouveau : le voici. Pas besoin de mot de passe.',
    ],
    button: 'Entrer',
    after:
      'Le lien est valable 3 jours et sert une fois. Si la demande ne vient pas de vous, ignorez cet e-mail : personne n’entre sans l’ouvrir.',
  },
  'passkey-added': {
    subject: (title) => `Nouvelle clé d’accès pour votre profil sur ${title}`,
    heading: () => 'Vous avez ajouté une clé d’accès',
    lines: (title) => [
      `Vous pouvez maintenant entrer sur ${title} avec l’empreinte, le visage ou le code de votre appareil, sans mot de passe.`,
    ],
    button: 'Voir vos clés d’accès',
    after:
      'Ce n’était pas vous ? Retirez-la tout de suite depuis votre profil, changez de mot de passe et écrivez à l’assistance.',
  },
  'passkey-removed': {
    subject: (title) => `Clé d’accès retirée de votre profil sur ${title}`,
    heading: () => 'Vous avez retiré une clé d’accès',
    lines: (title) => [`Cette clé n’ouvre plus ${title}. Vos autres façons de vous connecter restent les mêmes.`],
    button: 'Voir vos clés d’accès',
    after:
      'Ce n’était pas vous ? Changez de mot de passe, vérifiez vos sessions ouvertes dans le profil et écrivez à l’assistance.',
  },
  'google-linked': {
    subject: (title) => `Compte Google associé à votre profil sur ${title}`,
    heading: () => 'Vous avez associé un compte Google',
    lines: (title) => [
      `Désormais, vous pouvez aussi vous connecter à ${title} avec votre compte Google. Vos autres moyens de connexion ne changent pas.`,
    ],
    button: 'Voir dans le profil',
    after:
      'Ce n’était pas vous ? Dissociez-le tout de suite depuis le profil, changez de mot de passe et écrivez à l’assistance.',
  },
  'google-unlinked': {
    subject: (title) => `Compte Google dissocié de votre profil sur ${title}`,
    heading: () => 'Vous avez dissocié votre compte Google',
    lines: (title) => [
      `Ce compte Google ne permet plus de se connecter à ${title}. Vos autres moyens de connexion ne changent pas.`,
    ],
    button: 'Voir dans le profil',
    after:
      'Ce n’était pas vous ? Changez de mot de passe, vérifiez vos sessions ouvertes dans le profil et écrivez à l’assistance.',
  },
  'new-message': {
    subject: (title) => `Un message vous attend sur ${title}`,
    heading: () => 'Un message vous attend',
    lines: () => ['Une personne vous a écrit. Par discrétion, nous ne montrons ici ni qui elle est ni ce qu’elle dit.'],
    button: 'Ouvrir les conversations',
    after: 'Nous ne vous écrirons plus au sujet de cette conversation avant que vous l’ouvriez.',
  },
  'report-upheld': {
    subject: (title) => `Nous avons lu votre signalement sur ${title}`,
    heading: () => 'Merci pour votre signalement',
    lines: () => [
      'Une personne a lu ce que vous nous avez signalé et vous a donné raison : ce comportement est contraire à nos règles et nous sommes intervenus.',
      'Par discrétion, nous ne disons pas ce que nous avons décidé pour l’autre personne, et elle ne sait pas qui l’a signalée.',
    ],
    button: 'Revenir aux conversations',
    after:
      'Si vous pensez que nous nous sommes trompés, répondez à cet e-mail : une autre personne réexaminera le cas.',
  },
  'report-dismissed': {
    subject: (title) => `Nous avons lu votre signalement sur ${title}`,
    heading: () => 'Merci pour votre signalement',
    lines: () => [
      'Une personne a lu ce que vous nous avez signalé et n’a rien trouvé de contraire à nos règles : le profil reste tel quel.',
      'Vous pouvez bloquer une personne que vous ne voulez plus croiser : vous ne vous verrez plus et elle ne pourra plus vous écrire.',
    ],
    button: 'Revenir aux conversations',
    after:
      'Si vous pensez que nous nous sommes trompés, répondez à cet e-mail : une autre personne réexaminera le cas.',
  },
  receipt: {
    subject: (title, plan) => `Reçu ${title} : ${plan}`,
    heading: 'Votre reçu',
    intro: (title) => `Merci. Cet e-mail confirme votre achat sur ${title} : gardez-le.`,
    plan: 'Achat',
    credits: 'Crédits',
    total: 'Total payé',
    vat: (rate) => `TVA ${rate} comprise`,
    paidAt: 'Date',
    card: 'Carte',
    statement: 'Sur votre relevé',
    order: 'Commande',
    validUntil: 'Valable jusqu’au',
    renewal: 'Renouvellement',
    renews: (date, total, days) =>
      `Se renouvelle le ${date} à ${total}, jusqu’à résiliation. Nous vous écrivons ${days} jours avant chaque renouvellement ; sans préavis, aucun débit.`,
    shortTerm: (days) =>
      `La durée est plus courte que le préavis de ${days} jours : cet e-mail vaut préavis du prochain renouvellement.`,
    ends: (date) => `Ne se renouvelle pas : prend fin le ${date}.`,
    once: 'Paiement unique, sans renouvellement. Les crédits n’expirent pas.',
    cancel:
      'Vous résiliez en deux clics depuis Profil → Résilier la formule : elle reste active jusqu’à la fin de la période payée.',
    withdrawal: 'Rétractation',
    withdraw: (date, email) =>
      `Vous pouvez vous rétracter jusqu’au ${date}, sans explication, depuis votre Profil ou en écrivant à ${email}. Si vous l’avez déjà utilisé, nous gardons seulement la part utilisée.`,
  },
  frame: {
    copyLink: 'Si le bouton ne fonctionne pas, copiez cette adresse dans le navigateur :',
    because: (title) => `Vous recevez cet e-mail parce que votre adresse a été utilisée sur ${title}.`,
    notified: (title) => `Vous recevez cet e-mail parce que l’avis de nouveaux messages est actif sur ${title}.`,
    unsubscribe: 'Ne plus m’envoyer ces avis',
    questions: 'Des questions ? Écrivez à',
    vatNumber: 'TVA',
  },
}
