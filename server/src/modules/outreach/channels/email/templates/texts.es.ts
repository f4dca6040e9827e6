import { planTexts } from './plan-texts.es.ts'
import type { EmailTexts } from './texts.ts'

export const texts: EmailTexts = {
  plan: planTexts,
  'confirm-email': {
    subject: (title) => `Confirma tu dirección en ${title}`,
    heading: (title) => `Tu perfil en ${title} está casi listo`,
    lines: () => ['Falta un paso: confirma que esta dirección es tuya. Después puedes escribir y recibir respuestas.'],
    button: 'Confirmar la dirección',
    after:
      'El enlace vale 24 horas y se usa una vez. Si el registro no es tuyo, ignora este correo: sin confirmación no pasa nada.',
  },
  'registered-again': {
    subject: (title) => `Ya estás en ${title}: confirma la dirección`,
    heading: () => 'Esta dirección ya está registrada',
    lines: (title) => [
      `Alguien ha intentado registrarse otra vez en ${title} con esta dirección, que aún no está confirmada. Si eres tú, confirma aquí: el perfil de antes te espera.`,
    ],
    button: 'Confirmar la dirección',
    after: 'El enlace vale 24 horas y se usa una vez. Si no eres tú, ignora este correo.',
  },
  'reset-password': {
    subject: (title) => `Elige una contraseña nueva para ${title}`,
    heading: () => 'Elige una contraseña nueva',
    lines: () => [
      'Hemos recibido la petición de cambiar la contraseña de tu perfil. Con el botón eliges una nueva; después se desconectan los demás dispositivos.',
    ],
    button: 'Elegir la contraseña',
    after:
      'El enlace vale 2 horas y se usa una vez. Si no lo has pedido tú, ignora este correo: la contraseña sigue siendo la de antes.',
  },
  welcome: {
    subject: (title) => `Ya estás dentro: tu perfil en ${title} está abierto`,
    heading: () => 'Qué bien que estés aquí',
    lines: () => [
      'Tu dirección está confirmada: desde ahora otras personas pueden encontrarte.',
      'Empieza por unas líneas sobre ti y sobre lo que buscas, así quien te lea sabrá de qué hablarte.',
      'Después, un primer hola. No hace falta la frase perfecta: basta una pregunta sobre algo que hayas leído en un perfil.',
    ],
    button: 'Completar el perfil',
    after:
      'El botón inicia tu sesión sin contraseña, así que no reenvíes este correo. Vale 3 días y se usa una vez; después inicia sesión como siempre.',
  },
  'sign-in-link': {
    subject: (title) => `Tu nuevo enlace para iniciar sesión en ${title}`,
    heading: () => 'Inicia sesión con un clic',
    lines: () => ['El enlace anterior ya no valía y has pedido uno nuevo: aquí está. No hace falta la contraseña.'],
    button: 'Entrar',
    after:
      'El enlace vale 3 días y se usa una vez. Si no lo has pedido tú, ignora este correo: sin abrirlo no entra nadie.',
  },
  'passkey-added': {
    subject: (title) => `Nueva llave de acceso para tu perfil en ${title}`,
    heading: () => 'Has añadido una llave de acceso',
    lines: (title) => [
      `Desde ahora puedes iniciar sesión en ${title} con la huella, la cara o el PIN de tu dispositivo, sin contraseña.`,
    ],
    button: 'Ver tus llaves de acceso',
    after: '¿No has sido tú? Quítala enseguida desde el perfil, cambia la contraseña y escribe a atención al cliente.',
  },
  'passkey-removed': {
    subject: (title) => `Llave de acceso quitada de tu perfil en ${title}`,
    heading: () => 'Has quitado una llave de acceso',
    lines: (title) => [
      `Con esa llave ya no se inicia sesión en ${title}. Las demás formas de iniciar sesión siguen como antes.`,
    ],
    button: 'Ver tus llaves de acceso',
    after:
      '¿No has sido tú? Cambia la contraseña, mira en el perfil dónde has iniciado sesión y escribe a atención al cliente.',
  },
  'google-linked': {
    subject: (title) => `Cuenta de Google vinculada a tu perfil en ${title}`,
    heading: () => 'Has vinculado una cuenta de Google',
    lines: (title) => [
      `Desde ahora también puedes iniciar sesión en ${title} con tu cuenta de Google. Las demás formas de iniciar sesión siguen como antes.`,
    ],
    button: 'Ver en el perfil',
    after:
      '¿No lo has hecho tú? Desvincúlala enseguida desde el perfil, cambia la contraseña y escribe a atención al cliente.',
  },
  'google-unlinked': {
    subject: (title) => `Cuenta de Google desvinculada de tu perfil en ${title}`,
    heading: () => 'Has desvinculado la cuenta de Google',
    lines: (title) => [
      `Con esa cuenta de Google ya no se puede iniciar sesión en ${title}. Las demás formas de iniciar sesión siguen como antes.`,
    ],
    button: 'Ver en el perfil',
    after:
      '¿No lo has hecho tú? Cambia la contraseña, mira en el perfil dónde has iniciado sesión y escribe a atención al cliente.',
  },
  'new-message': {
    subject: (title) => `Te espera un mensaje en ${title}`,
    heading: () => 'Te espera un mensaje',
    lines: () => ['Una persona te ha escrito. Por privacidad aquí no mostramos quién es ni qué dice.'],
    button: 'Abrir los mensajes',
    after: 'No te escribimos más sobre esta conversación hasta que la abras.',
  },
  'report-upheld': {
    subject: (title) => `Hemos leído tu denuncia en ${title}`,
    heading: () => 'Gracias por avisarnos',
    lines: () => [
      'Una persona ha leído lo que nos has contado y te ha dado la razón: ese comportamiento va contra nuestras reglas y hemos intervenido.',
      'Por privacidad no decimos qué hemos decidido sobre la otra persona, y ella no sabe quién la ha denunciado.',
    ],
    button: 'Volver a los mensajes',
    after: 'Si crees que nos hemos equivocado, responde a este correo: otra persona revisará el caso.',
  },
  'report-dismissed': {
    subject: (title) => `Hemos leído tu denuncia en ${title}`,
    heading: () => 'Gracias por avisarnos',
    lines: () => [
      'Una persona ha leído lo que nos has contado y no ha encontrado nada contrario a nuestras reglas: el perfil sigue como está.',
      'Puedes bloquear a quien no quieras encontrarte: no os veréis más y no podrá escribirte.',
    ],
    button: 'Volver a los mensajes',
    after: 'Si crees que nos hemos equivocado, responde a este correo: otra persona revisará el caso.',
  },
  receipt: {
    subject: (title, plan) => `Recibo de ${title}: ${plan}`,
    heading: 'Tu recibo',
    intro: (title) => `Gracias. Este correo confirma tu compra en ${title}: guárdalo.`,
    plan: 'Compra',
    credits: 'Créditos',
    total: 'Total pagado',
    vat: (rate) => `IVA ${rate} incluido`,
    paidAt: 'Fecha',
    card: 'Tarjeta',
    statement: 'En tu extracto',
    order: 'Pedido',
    validUntil: 'Válido hasta el',
    renewal: 'Renovación',
    renews: (date, total, days) =>
      `Se renueva automáticamente el ${date} por ${total}, hasta que lo canceles. Te escribiremos ${days} días antes de cada renovación; sin aviso no cobramos.`,
    shortTerm: (days) =>
      `La duración es más corta que el aviso de ${days} días: este correo vale como aviso de la próxima renovación.`,
    ends: (date) => `No se renueva: termina solo el ${date}.`,
    once: 'Pago único, sin renovación. Los créditos no caducan.',
    cancel: 'Cancelas en dos clics desde Perfil → Cancelar el plan: sigue activo hasta el final del periodo pagado.',
    withdrawal: 'Desistimiento',
    withdraw: (date, email) =>
      `Puedes desistir hasta el ${date}, sin dar explicaciones, desde tu Perfil o escribiendo a ${email}. Si ya lo has usado, retenemos solo la parte usada.`,
  },
  frame: {
    copyLink: 'Si el botón no funciona, copia esta dirección en el navegador:',
    because: (title) => `Recibes este correo porque tu dirección se ha usado en ${title}.`,
    notified: (title) => `Recibes este correo porque tienes activo el aviso de mensajes nuevos en ${title}.`,
    unsubscribe: 'No enviarme más estos avisos',
    questions: '¿Preguntas? Escribe a',
    vatNumber: 'NIF',
  },
}
