import type { EmailTexts } from './texts.ts'

export const planTexts: EmailTexts['plan'] = {
  'renewal-notice': {
    subject: (p, w) => `${w.title}: tu plan se renueva el ${w.date(p.renewsAt)}`,
    heading: () => 'Tu plan está a punto de renovarse',
    lines: (p, w) => [
      `«${p.plan}» se renueva el ${w.date(p.renewsAt)} y ese día cobramos ${w.money(p.total, p.currency)} en la tarjeta que usaste.`,
      'Si quieres seguir, no tienes que hacer nada. Si ya no lo quieres, cancélalo en dos clics desde tu perfil antes de esa fecha: sigue activo hasta el final y no pagas nada más.',
    ],
    button: 'Ver o cancelar el plan',
  },
  'renewal-failed': {
    subject: (_, w) => `${w.title}: la renovación no se ha podido cobrar`,
    heading: () => 'La renovación no está pagada',
    lines: (p, w) => [
      p.authentication
        ? `Para renovar «${p.plan}» tu banco quiere que lo confirmes: el pago de ${w.money(p.total, p.currency)} tienes que hacerlo tú.`
        : `La tarjeta no ha aceptado el pago de ${w.money(p.total, p.currency)} de «${p.plan}». No se ha cobrado nada.`,
      `El plan sigue activo hasta el ${w.date(p.graceUntil)}.`,
      p.nextTry === null
        ? 'No lo volveremos a intentar por nuestra cuenta: si quieres seguir, paga en la web antes de esa fecha. Si no, termina y no pagas nada.'
        : `Lo intentaremos de nuevo el ${w.date(p.nextTry)}. También puedes pagar en la web con otra tarjeta o cancelar desde tu perfil.`,
    ],
    button: 'Pagar en la web',
  },
  'plan-ended': {
    subject: (_, w) => `${w.title}: tu plan ha terminado`,
    heading: () => 'Tu plan ha terminado',
    lines: (p) => [
      p.reason === 'declined'
        ? `La tarjeta ha rechazado la renovación de «${p.plan}». No se ha cobrado nada y no lo volveremos a intentar.`
        : p.reason === 'unpaid'
          ? `La renovación de «${p.plan}» no se ha pagado. No se ha cobrado nada y no lo volveremos a intentar.`
          : `«${p.plan}» ha llegado a su fin. Como no podemos confirmar que el aviso de renovación te llegara a tiempo, no hemos cobrado nada.`,
      'Tu perfil, tus conversaciones y tus créditos siguen siendo tuyos.',
    ],
    button: 'Ver los planes',
  },
  'plan-cancelled': {
    subject: (_, w) => `${w.title}: has cancelado tu plan`,
    heading: () => 'Plan cancelado',
    lines: (p, w) => [
      `«${p.plan}» sigue activo hasta el ${w.date(p.endsAt)}; después no pagas nada.`,
      'Hasta ese día puedes cambiar de idea desde tu perfil. Tu perfil, tus conversaciones y tus créditos siguen siendo tuyos también después.',
    ],
    button: 'Abrir el perfil',
  },
  'plan-resumed': {
    subject: (_, w) => `${w.title}: tu plan vuelve a renovarse`,
    heading: () => 'El plan continúa',
    lines: (p, w) => [
      `Has anulado la cancelación: «${p.plan}» se renueva el ${w.date(p.renewsAt)} por ${w.money(p.total, p.currency)}.`,
      'Puedes cancelarlo otra vez en dos clics desde tu perfil. Si no has sido tú, hazlo enseguida y escríbenos.',
    ],
    button: 'Abrir el perfil',
  },
  withdrawal: {
    subject: (_, w) => `${w.title}: recibo de tu desistimiento`,
    heading: () => 'Desistimiento recibido',
    lines: (p, w) => [
      `El ${w.date(p.receivedAt)} desististe de «${p.plan}», pagado ${w.money(p.paid, p.currency)}. Pedido: ${p.order}.`,
      `Te devolvemos ${w.money(p.refund, p.currency)} a la tarjeta usada, en un máximo de 14 días. Tu banco puede tardar unos días en mostrarlo.`,
      ...(p.credits > 0 ? [`Hemos retirado ${p.credits} créditos sin usar.`] : []),
      ...(p.planEnds ? ['El tiempo sin usar de este pedido ha terminado y no habrá más cobros por él.'] : []),
      `¿Preguntas? Escribe a ${w.support}. Guarda este correo.`,
    ],
    button: '',
  },
}
