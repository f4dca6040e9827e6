import type { AccountTexts } from './account-texts.ts'

export const accountTexts: AccountTexts = {
  'confirm-new-email': {
    subject: (_, w) => `Confirma tu nueva dirección en ${w.title}`,
    heading: () => '¿Es esta tu nueva dirección?',
    lines: (_, w) => [
      `Has pedido usar esta dirección para tu perfil en ${w.title}. Hasta que la confirmes sigue valiendo la de antes.`,
    ],
    button: 'Usar esta dirección',
    after: 'El enlace vale 24 horas y se usa una sola vez. Si no lo has pedido tú, ignora este correo: no cambia nada.',
  },
  'email-changed': {
    subject: (_, w) => `La dirección de tu perfil en ${w.title} ha cambiado`,
    heading: () => 'Tu dirección ha cambiado',
    lines: (p, w) => [
      `A partir de ahora entras en ${w.title} y recibes nuestros correos con ${p.newEmail}. A esta dirección ya no escribimos.`,
      'Si lo has pedido tú, no tienes que hacer nada. Si no has sido tú, deshaz el cambio: vuelve esta dirección, cerramos todas las sesiones, quitamos contraseña, llaves de acceso y cuentas vinculadas y te mandamos un enlace para elegir otra.',
    ],
    button: 'No he sido yo: deshacer',
    after: 'El enlace vale 7 días y se usa una sola vez. Hasta entonces nadie más puede registrar esta dirección.',
  },
  'new-device': {
    subject: (_, w) => `Nuevo acceso a tu perfil en ${w.title}`,
    heading: () => 'Acceso desde un navegador nuevo',
    lines: (p, w) => [
      `El ${w.moment(p.at)} alguien ha entrado en tu perfil de ${w.title} con ${p.browser ?? 'un navegador que no conocemos'}${p.system === null ? '' : ` (${p.system})`}.`,
      'Si eres tú, todo está bien. Si no eres tú, elige ya otra contraseña: eso cierra todas las sesiones abiertas. En Perfil → Dónde has iniciado sesión también puedes cerrarlas una a una.',
    ],
    button: 'Elegir otra contraseña',
    after: 'Si borras las cookies o usas una ventana privada, tu navegador nos parece nuevo.',
  },
  'password-guesses': {
    subject: (_, w) => `Alguien intenta iniciar sesión en tu perfil de ${w.title}`,
    heading: () => 'Intentos de acceso con contraseñas incorrectas',
    lines: (p, w) => [
      `Hasta el ${w.moment(p.at)} alguien ha intentado varias veces iniciar sesión en tu perfil de ${w.title} con una contraseña incorrecta. No lo ha conseguido: a partir de ahora cada intento desde un navegador que no conocemos cuesta mucho tiempo.`,
      'Si eres tú y no recuerdas la contraseña, elige otra. Si no eres tú y tu contraseña es larga y solo la usas aquí, no tienes que hacer nada. Desde los navegadores con los que ya has entrado, entras como siempre.',
    ],
    button: 'Elegir otra contraseña',
    after: 'Te escribimos sobre esto como mucho una vez al día.',
  },
  'account-disabled': {
    subject: (_, w) => `Tu perfil en ${w.title} está desactivado`,
    heading: () => 'Tu perfil está desactivado',
    lines: (p, w) => [
      p.by === 'member'
        ? `Como has pedido, tu perfil en ${w.title} ya no se ve en ningún sitio y todas las sesiones están cerradas. Lo guardamos tal cual.`
        : `La atención al cliente de ${w.title} ha desactivado tu perfil: ya no se ve y todas las sesiones están cerradas.${p.reason === null ? '' : ` Motivo: ${p.reason}`}`,
      ...(p.planEndsAt === null
        ? []
        : [
            `El plan ya no se renueva: no pagas nada más. El tiempo pagado corre hasta el ${w.date(p.planEndsAt)} y lo recuperas si el perfil se reabre antes.`,
          ]),
      p.by === 'member'
        ? `Para reabrirlo, o si no lo has pedido tú, escribe a ${w.support} desde esta dirección.`
        : `Si crees que nos hemos equivocado, escribe a ${w.support}: otra persona revisa el caso.`,
    ],
    button: '',
    after: '',
  },
  'account-restored': {
    subject: (_, w) => `Tu perfil en ${w.title} vuelve a estar activo`,
    heading: () => 'Qué bien tenerte de vuelta',
    lines: (_, w) => [
      `Tu perfil en ${w.title} vuelve a verse, con las conversaciones y los créditos de antes.`,
      'Si no lo has pedido tú, elige ya otra contraseña y escríbenos.',
    ],
    button: 'Iniciar sesión',
    after: '',
  },
  'deletion-started': {
    subject: (p, w) => `Tu perfil en ${w.title} se eliminará el ${w.date(p.erasedOn)}`,
    heading: () => 'Has pedido eliminar tu perfil',
    lines: (p, w) => [
      `Tu perfil en ${w.title} ya no se ve. El ${w.date(p.erasedOn)} eliminamos el perfil, los textos, las preferencias y los créditos y quitamos tu nombre de los mensajes: después no hay vuelta atrás.`,
      ...(p.planEndsAt === null
        ? []
        : [`El plan ya no se renueva: no pagas nada más. El tiempo pagado corre hasta el ${w.date(p.planEndsAt)}.`]),
      'Si cambias de idea, o si no lo has pedido tú, hasta ese día puedes conservarlo.',
    ],
    button: 'Conservar el perfil',
    after: 'El enlace vale hasta ese día y se usa una sola vez. También puedes iniciar sesión con tu contraseña.',
  },
  deleted: {
    subject: (_, w) => `Tu perfil en ${w.title} se ha eliminado`,
    heading: () => 'Tu perfil ya no existe',
    lines: (_, w) => [
      `Hemos eliminado tu perfil en ${w.title}: textos, preferencias y accesos. Los mensajes que escribiste se quedan con quien los recibió, sin tu nombre. De los pagos queda lo que la ley nos obliga a conservar, separado de ti.`,
      'Este es el último correo: ahora olvidamos también esta dirección. Mucha suerte.',
    ],
    button: '',
    after: '',
  },
}
