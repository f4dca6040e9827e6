import type { AccountTexts } from './account-texts.ts'

export const accountTexts: AccountTexts = {
  'confirm-new-email': {
    subject: (_, w) => `Confirmez votre nouvelle adresse sur ${w.title}`,
    heading: () => 'Est-ce bien votre nouvelle adresse ?',
    lines: (_, w) => [
      `Vous avez demandé à utiliser cette adresse pour votre profil sur ${w.title}. Tant que vous ne la confirmez pas, l’ancienne reste valable.`,
    ],
    button: 'Utiliser cette adresse',
    after:
      'Le lien est valable 24 heures et ne sert qu’une fois. Si vous n’avez rien demandé, ignorez cet e-mail : rien ne change.',
  },
  'email-changed': {
    subject: (_, w) => `L’adresse de votre profil sur ${w.title} a changé`,
    heading: () => 'Votre adresse a changé',
    lines: (p, w) => [
      `Désormais vous vous connectez à ${w.title} et recevez nos e-mails avec ${p.newEmail}. Nous n’écrivons plus à cette adresse.`,
      'Si vous l’avez demandé, vous n’avez rien à faire. Si ce n’est pas vous, annulez le changement : cette adresse revient, nous fermons toutes les sessions, retirons mot de passe, clés d’accès et comptes associés et vous envoyons un lien pour choisir un autre mot de passe.',
    ],
    button: 'Ce n’est pas moi : annuler',
    after:
      'Le lien est valable 7 jours et ne sert qu’une fois. D’ici là, personne d’autre ne peut inscrire cette adresse.',
  },
  'new-device': {
    subject: (_, w) => `Nouvelle connexion à votre profil sur ${w.title}`,
    heading: () => 'Connexion depuis un nouveau navigateur',
    lines: (p, w) => [
      `Le ${w.moment(p.at)}, quelqu’un s’est connecté à votre profil sur ${w.title} avec ${p.browser ?? 'un navigateur que nous ne connaissons pas'}${p.system === null ? '' : ` (${p.system})`}.`,
      'Si c’est vous, tout va bien. Sinon, choisissez tout de suite un nouveau mot de passe : cela ferme toutes les sessions. Dans Profil → Vos sessions ouvertes, vous pouvez aussi les fermer une à une.',
    ],
    button: 'Choisir un nouveau mot de passe',
    after: 'Si vous effacez les cookies ou utilisez une fenêtre privée, votre navigateur nous paraît nouveau.',
  },
  'password-guesses': {
    subject: (_, w) => `Quelqu’un essaie de se connecter à votre profil sur ${w.title}`,
    heading: () => 'Tentatives de connexion avec de mauvais mots de passe',
    lines: (p, w) => [
      `Jusqu’au ${w.moment(p.at)}, quelqu’un a essayé plusieurs fois de se connecter à votre profil sur ${w.title} avec un mauvais mot de passe. Cela n’a pas réussi : désormais, chaque tentative depuis un navigateur que nous ne connaissons pas prend beaucoup de temps.`,
      'Si c’est vous et que vous avez oublié le mot de passe, choisissez-en un nouveau. Si ce n’est pas vous et que votre mot de passe est long et ne sert qu’ici, vous n’avez rien à faire. Depuis les navigateurs avec lesquels vous vous êtes déjà connecté, vous vous connectez comme toujours.',
    ],
    button: 'Choisir un nouveau mot de passe',
    after: 'Nous vous écrivons à ce sujet une fois par jour au plus.',
  },
  'account-disabled': {
    subject: (_, w) => `Votre profil sur ${w.title} est désactivé`,
    heading: () => 'Votre profil est désactivé',
    lines: (p, w) => [
      p.by === 'member'
        ? `Comme vous l’avez demandé, votre profil sur ${w.title} n’est plus visible nulle part et toutes les sessions sont fermées. Nous le gardons tel quel.`
        : `L’assistance de ${w.title} a désactivé votre profil : il n’est plus visible et toutes les sessions sont fermées.${p.reason === null ? '' : ` Motif : ${p.reason}`}`,
      ...(p.planEndsAt === null
        ? []
        : [
            `La formule ne se renouvelle plus : vous ne payez rien de plus. Le temps déjà payé court jusqu’au ${w.date(p.planEndsAt)} et vous le retrouvez si le profil rouvre avant.`,
          ]),
      p.by === 'member'
        ? `Pour le rouvrir, ou si vous n’avez rien demandé, écrivez à ${w.support} depuis cette adresse.`
        : `Si vous pensez que nous nous trompons, écrivez à ${w.support} : une autre personne réexamine le cas.`,
    ],
    button: '',
    after: '',
  },
  'account-restored': {
    subject: (_, w) => `Votre profil sur ${w.title} est de nouveau actif`,
    heading: () => 'Quel plaisir de vous revoir',
    lines: (_, w) => [
      `Votre profil sur ${w.title} est de nouveau visible, avec les conversations et les crédits d’avant.`,
      'Si vous n’avez rien demandé, choisissez tout de suite un nouveau mot de passe et écrivez-nous.',
    ],
    button: 'Se connecter',
    after: '',
  },
  'deletion-started': {
    subject: (p, w) => `Votre profil sur ${w.title} sera supprimé le ${w.date(p.erasedOn)}`,
    heading: () => 'Vous avez demandé la suppression de votre profil',
    lines: (p, w) => [
      `Votre profil sur ${w.title} n’est plus visible. Le ${w.date(p.erasedOn)}, nous supprimons le profil, les textes, les préférences et les crédits et retirons votre nom des messages : ensuite, aucun retour en arrière n’est possible.`,
      ...(p.planEndsAt === null
        ? []
        : [
            `La formule ne se renouvelle plus : vous ne payez rien de plus. Le temps déjà payé court jusqu’au ${w.date(p.planEndsAt)}.`,
          ]),
      'Si vous changez d’avis, ou si vous n’avez rien demandé, vous pouvez le garder jusqu’à ce jour-là.',
    ],
    button: 'Garder le profil',
    after:
      'Le lien est valable jusqu’à ce jour-là et ne sert qu’une fois. Vous pouvez aussi vous connecter avec votre mot de passe.',
  },
  deleted: {
    subject: (_, w) => `Votre profil sur ${w.title} a été supprimé`,
    heading: () => 'Votre profil n’existe plus',
    lines: (_, w) => [
      `Nous avons supprimé votre profil sur ${w.title} : textes, préférences et accès. Les messages que vous avez écrits restent à ceux qui les ont reçus, sans votre nom. Des paiements, il reste ce que la loi nous oblige à conserver, séparé de vous.`,
      'C’est le dernier e-mail : nous oublions maintenant aussi cette adresse. Bonne chance.',
    ],
    button: '',
    after: '',
  },
}
