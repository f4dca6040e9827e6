import type { EmailTexts } from './texts.ts'

export const planTexts: EmailTexts['plan'] = {
  'renewal-notice': {
    subject: (p, w) => `${w.title} : votre formule se renouvelle le ${w.date(p.renewsAt)}`,
    heading: () => 'Votre formule va se renouveler',
    lines: (p, w) => [
      `« ${p.plan} » se renouvelle le ${w.date(p.renewsAt)} ; ce jour-là, nous prélevons ${w.money(p.total, p.currency)} sur la carte utilisée.`,
      'Pour la garder, vous n’avez rien à faire. Si vous n’en voulez plus, résiliez en deux clics depuis votre profil avant cette date : elle reste active jusqu’à la fin et vous ne payez plus rien.',
    ],
    button: 'Voir ou résilier la formule',
  },
  'renewal-failed': {
    subject: (_, w) => `${w.title} : le renouvellement n’a pas abouti`,
    heading: () => 'Le renouvellement n’est pas payé',
    lines: (p, w) => [
      p.authentication
        ? `Pour renouveler « ${p.plan} », votre banque demande votre confirmation : le paiement de ${w.money(p.total, p.currency)} doit être fait par vous.`
        : `La carte n’a pas accepté le paiement de ${w.money(p.total, p.currency)} pour « ${p.plan} ». Rien n’a été prélevé.`,
      `La formule reste active jusqu’au ${w.date(p.graceUntil)}.`,
      p.nextTry === null
        ? 'Nous ne réessayons pas de nous-mêmes : pour la garder, payez sur le site avant cette date. Sinon elle se termine et vous ne payez rien.'
        : `Nous réessayons le ${w.date(p.nextTry)}. Vous pouvez aussi payer sur le site avec une autre carte, ou résilier depuis votre profil.`,
    ],
    button: 'Payer sur le site',
  },
  'plan-ended': {
    subject: (_, w) => `${w.title} : votre formule est terminée`,
    heading: () => 'Votre formule est terminée',
    lines: (p) => [
      p.reason === 'declined'
        ? `La carte a refusé le renouvellement de « ${p.plan} ». Rien n’a été prélevé et nous ne réessayons pas.`
        : p.reason === 'unpaid'
          ? `Le renouvellement de « ${p.plan} » n’a pas été payé. Rien n’a été prélevé et nous ne réessayons pas.`
          : `« ${p.plan} » est arrivée à son terme. Ne pouvant pas confirmer que l’avis de renouvellement vous est parvenu à temps, nous n’avons rien prélevé.`,
      'Votre profil, vos conversations et vos crédits restent à vous.',
    ],
    button: 'Voir les formules',
  },
  'plan-cancelled': {
    subject: (_, w) => `${w.title} : vous avez résilié votre formule`,
    heading: () => 'Formule résiliée',
    lines: (p, w) => [
      `« ${p.plan} » reste active jusqu’au ${w.date(p.endsAt)}, puis plus rien à payer.`,
      'Jusqu’à ce jour, vous pouvez changer d’avis depuis votre profil. Votre profil, vos conversations et vos crédits restent à vous ensuite aussi.',
    ],
    button: 'Ouvrir le profil',
  },
  'plan-resumed': {
    subject: (_, w) => `${w.title} : votre formule se renouvelle à nouveau`,
    heading: () => 'La formule continue',
    lines: (p, w) => [
      `Vous avez annulé la résiliation : « ${p.plan} » se renouvelle le ${w.date(p.renewsAt)} à ${w.money(p.total, p.currency)}.`,
      'Vous pouvez résilier à nouveau en deux clics depuis votre profil. Si ce n’était pas vous, faites-le tout de suite et écrivez-nous.',
    ],
    button: 'Ouvrir le profil',
  },
  withdrawal: {
    subject: (_, w) => `${w.title} : reçu de votre rétractation`,
    heading: () => 'Rétractation reçue',
    lines: (p, w) => [
      `Le ${w.date(p.receivedAt)}, vous vous êtes rétracté de « ${p.plan} », payé ${w.money(p.paid, p.currency)}. Commande : ${p.order}.`,
      `Nous remboursons ${w.money(p.refund, p.currency)} sur la carte utilisée, sous 14 jours. Votre banque peut mettre quelques jours à l’afficher.`,
      ...(p.credits > 0 ? [`Nous avons repris ${p.credits} crédits non utilisés.`] : []),
      ...(p.planEnds
        ? ['Le temps non utilisé de cette commande a pris fin et elle ne donnera lieu à aucun autre prélèvement.']
        : []),
      `Des questions ? Écrivez à ${w.support}. Conservez cet e-mail.`,
    ],
    button: '',
  },
}
